# Compiles SOURCE for its processor without optimising, and fails if the object
# defines a symbol that the linker may merge with other files' (weak, common or
# unique). Optimised code mostly has none; the rule must hold without that luck.
#
#   cmake -D CXX=... -D NM=... -D FLAGS=... -D INCLUDE=... -D SOURCE=... -D OUT=... -P ...
execute_process(
  COMMAND "${CXX}" -std=c++17 -O0 ${FLAGS} "-I${INCLUDE}" -c "${SOURCE}" -o "${OUT}"
  COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND "${NM}" -C "${OUT}" OUTPUT_VARIABLE symbols
  COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "[^\n]* [WVuC] [^\n]*" shared "${symbols}")
if(shared)
  list(JOIN shared "\n" shared)
  message(FATAL_ERROR "${SOURCE} shares with other files:\n${shared}")
endif()

# cmake -D PROGRAM=... -D NAME=... -D RUNS=... -D WORK_DIR=... -D SOURCE_DIR=...
# -P replay.cmake: runs a target that has no libFuzzer on its seeds, on the inputs
# that were once findings, and on RUNS changed ones.
file(REMOVE_RECURSE "${WORK_DIR}")
file(MAKE_DIRECTORY "${WORK_DIR}")
set(corpus "${SOURCE_DIR}/codec/testing/corpus")
execute_process(COMMAND "${PROGRAM}" "--write-seeds=${corpus}=${WORK_DIR}"
                COMMAND_ERROR_IS_FATAL ANY)
set(inputs "${WORK_DIR}")
set(found "${SOURCE_DIR}/codec/testing/fuzz/found/${NAME}")
if(IS_DIRECTORY "${found}")
  list(APPEND inputs "${found}")
endif()
execute_process(COMMAND "${PROGRAM}" -runs=${RUNS} -seed=1 -max_len=2000 ${inputs}
                COMMAND_ERROR_IS_FATAL ANY)
file(REMOVE_RECURSE "${WORK_DIR}")

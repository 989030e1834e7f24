# cmake -DOUTPUT=<header> -DFOLDER=<folder> -DPROTOS=<file>;... -P list_views.cmake
#
# Writes a header that includes the views of these files, and has a macro that
# names all types with a view: BACKWIRE_TEST_VIEWS(VIEW) is VIEW(::pkg::A) ...
set(includes "")
set(types "")
foreach(proto IN LISTS PROTOS)
  string(REGEX REPLACE "\\.proto$" ".backwire_view.h" header "${proto}")
  string(APPEND includes "#include \"${header}\"\n")
  file(STRINGS "${FOLDER}/${header}" lines REGEX "^class ViewOf<.*>[;]$")
  foreach(line IN LISTS lines)
    string(REGEX REPLACE "^class ViewOf<(.*)>.*$" "\\1" type "${line}")
    string(APPEND types " \\\n  VIEW(${type})")
  endforeach()
endforeach()
file(WRITE "${OUTPUT}" "${includes}#define BACKWIRE_TEST_VIEWS(VIEW)${types}\n")

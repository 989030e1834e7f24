// The plugin's version and that of the code it writes. kGeneratedCodeVersion is
// BACKWIRE_GENERATED_CODE_VERSION of the library it belongs to.
#ifndef BACKWIRE_PLUGIN_VERSION_H_
#define BACKWIRE_PLUGIN_VERSION_H_

namespace backwire::plugin {

inline constexpr char kVersion[] = "0.1.0";
inline constexpr char kGeneratedCodeVersion[] = "1";

}  // namespace backwire::plugin

#endif  // BACKWIRE_PLUGIN_VERSION_H_

"""Which files of the corpus are compiled when not all are.

The choice depends on the schemas only: file by file, the one that brings most
shapes and packages that no chosen file has yet, for each file that has to be
compiled with it. A unit is (source's name, file's name).
"""

import collections

from google.protobuf import descriptor_pb2

Field = descriptor_pb2.FieldDescriptorProto
FileOptions = descriptor_pb2.FileOptions
# Compile time is what limits the sample, and grows with the messages.
MAX_MESSAGES = 40
MAX_FILES = 40
MAX_IMPORTS = 16

FileInfo = collections.namedtuple("FileInfo", "imports shapes messages")


def is_map_entry(message):
    return message.options.map_entry


def shape_of_field(syntax, field):
    shape = [syntax, Field.Label.Name(field.label)[6:],
             Field.Type.Name(field.type)[5:]]
    if field.proto3_optional:
        shape.append("optional")
    elif field.HasField("oneof_index"):
        shape.append("oneof")
    for name in ("packed", "deprecated", "lazy", "weak"):
        if field.options.HasField(name):
            shape.append(f"{name}={getattr(field.options, name)}")
    if field.options.ctype:
        shape.append("ctype")
    if field.default_value:
        shape.append("default")
    return " ".join(shape)


def shapes_of_message(syntax, message, shapes):
    if is_map_entry(message):
        kinds = [Field.Type.Name(f.type)[5:] for f in message.field]
        shapes.add(f"{syntax} map {' '.join(kinds)}")
        return 0
    for field in message.field:
        shapes.add(shape_of_field(syntax, field))
        for bits in (4, 11, 18):
            if field.number >= 1 << bits:
                shapes.add(f"number of {bits} bits")
    if message.extension_range:
        shapes.add(syntax + " extendable")
    if message.extension:
        shapes.add(syntax + " nested extensions")
    if message.options.message_set_wire_format:
        shapes.add("message set")
    if not message.field:
        shapes.add(syntax + " empty")
    count = 1
    for nested in message.nested_type:
        count += shapes_of_message(syntax, nested, shapes)
    return count


def describe(source, file):
    """The FileInfo of a FileDescriptorProto."""
    syntax = file.syntax or "proto2"
    folder = "/".join(file.name.split("/")[:2])
    shapes = {f"{source} {folder}",
              "for " + FileOptions.OptimizeMode.Name(file.options.optimize_for)}
    if not file.package:
        shapes.add("no package")
    if file.service:
        shapes.add("service")
    for name in ("public_dependency", "weak_dependency", "extension"):
        if getattr(file, name):
            shapes.add(f"{syntax} {name}")
    messages = sum(shapes_of_message(syntax, m, shapes)
                   for m in file.message_type)
    return FileInfo(tuple(file.dependency), shapes, messages)


def load(batches):
    """{unit: FileInfo} of (source, files, path of a FileDescriptorSet)s."""
    files = {}
    for source, _, path in batches:
        descriptors = descriptor_pb2.FileDescriptorSet()
        with open(path, "rb") as data:
            descriptors.ParseFromString(data.read())
        for file in descriptors.file:
            files[(source.name, file.name)] = describe(source.name, file)
    # What is in no batch is in the linked protobuf.
    return {unit: info._replace(imports=tuple(
        name for name in info.imports if (unit[0], name) in files))
            for unit, info in files.items()}


def closure(units, imports):
    """The units and all that they import, sorted."""
    found, waiting = set(), list(units)
    while waiting:
        unit = waiting.pop()
        if unit not in found:
            found.add(unit)
            waiting += [(unit[0], name) for name in imports[unit]]
    return sorted(found)


def choose(files, max_files=MAX_FILES):
    """About `max_files` units, with all that they import.

    One of each source comes first, if it has one that is not too large.
    """
    imports = {unit: info.imports for unit, info in files.items()}
    small = {unit: closure([unit], imports) for unit in sorted(files)
             if files[unit].messages <= MAX_MESSAGES}
    small = {unit: need for unit, need in small.items()
             if len(need) <= MAX_IMPORTS and
             all(files[n].messages <= MAX_MESSAGES for n in need)}
    chosen, covered = set(), set()

    def gain(unit):
        cost = sum(2 + files[n].messages / 4 for n in small[unit]
                   if n not in chosen)
        new = set().union(*(files[n].shapes for n in small[unit])) - covered
        return len(new) / (cost or 1)

    def take(unit):
        need = small.pop(unit)
        chosen.update(need)
        for each in need:
            covered.update(files[each].shapes)

    for source in sorted({source for source, _ in small}):
        take(max((unit for unit in small if unit[0] == source), key=gain))
    while small and len(chosen) < max_files:
        best = max(small, key=gain)
        if gain(best) == 0:
            break
        take(best)
    return sorted(chosen)

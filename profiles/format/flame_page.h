// The parts of the flame graph's page around its data.
#ifndef BACKWIRE_PROFILES_FORMAT_FLAME_PAGE_H_
#define BACKWIRE_PROFILES_FORMAT_FLAME_PAGE_H_

namespace backwire::profiles {

// Between these stand, in this order: the title, kFlameHeading, the title,
// kFlameData, and a JSON object {"unit": text, "root": node} whose texts hold
// no '<'. A node is [name, value, callee...].
inline constexpr char kFlameHead[] = R"(<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>)";

inline constexpr char kFlameHeading[] = R"(</title>
<style>
body { font: 14px sans-serif; margin: 1em; }
#graph { position: relative; }
#graph div { position: absolute; height: 17px; overflow: hidden;
  box-sizing: border-box; border: 1px solid #fff; border-radius: 2px;
  font: 11px monospace; white-space: nowrap; padding: 1px 2px;
  cursor: pointer; }
#graph div.found { background: #b4f !important; }
#what { min-height: 1.4em; font-family: monospace; }
</style></head><body>
<h1>)";

inline constexpr char kFlameData[] = R"(</h1>
<p>A block's width is its share; what it calls stands below it. Click a block to
widen it, the topmost to go back.
<label>Mark names with <input id="search" type="search"></label>
<span id="found"></span></p>
<p id="what"></p><div id="graph"></div>
<noscript>The picture needs JavaScript; the profile itself is under
/pprof and /debug/pprof.</noscript>
<script type="application/json" id="data">)";

inline constexpr char kFlameTail[] = R"JS(</script>
<script>
"use strict";
const data = JSON.parse(document.getElementById("data").textContent);
const graph = document.getElementById("graph");
const what = document.getElementById("what");
const search = document.getElementById("search");
const rowHeight = 18;
const total = data.root[1];
let path = [data.root];

function color(name) {
  let hash = 0;
  for (const c of name) hash = (hash * 31 + c.codePointAt(0)) % 997;
  return `hsl(${20 + hash % 40}, 80%, ${68 + hash % 14}%)`;
}
function describe(node) {
  return `${node[0]}: ${node[1].toLocaleString("en")} ${data.unit}, ` +
      `${(100 * node[1] / total).toFixed(2)} %`;
}
function addBlock(node, depth, left, width, onClick) {
  const block = document.createElement("div");
  block.textContent = node[0];
  block.title = describe(node);
  block.style.top = `${depth * rowHeight}px`;
  block.style.left = `${left}%`;
  block.style.width = `${width}%`;
  block.style.background = color(node[0]);
  if (matches(node)) block.className = "found";
  block.onclick = onClick;
  block.onmouseover = () => { what.textContent = describe(node); };
  graph.append(block);
}
function addTree(node, above, depth, left, width) {
  if (width < 0.05) return depth;
  const here = above.concat([node]);
  addBlock(node, depth, left, width, () => show(here));
  let deepest = depth, at = left;
  for (const callee of node.slice(2)) {
    const part = width * callee[1] / node[1];
    deepest = Math.max(deepest, addTree(callee, here, depth + 1, at, part));
    at += part;
  }
  return deepest;
}
function matches(node) {
  return search.value !== "" && node[0].includes(search.value);
}
// What lies below a match counts once.
function sumOfMatches(node) {
  if (matches(node)) return node[1];
  return node.slice(2).reduce((sum, callee) => sum + sumOfMatches(callee), 0);
}
function show(newPath) {
  path = newPath;
  graph.replaceChildren();
  const above = path.slice(0, -1);
  above.forEach((node, depth) => addBlock(
      node, depth, 0, 100, () => show(path.slice(0, depth + 1))));
  const deepest = addTree(path[path.length - 1], above, above.length, 0, 100);
  graph.style.height = `${(deepest + 1) * rowHeight}px`;
  document.getElementById("found").textContent = search.value === "" ? "" :
      `${(100 * sumOfMatches(data.root) / total).toFixed(2)} % of all`;
}
search.oninput = () => show(path);
what.textContent = describe(data.root);
show(path);
</script></body></html>
)JS";

}  // namespace backwire::profiles

#endif  // BACKWIRE_PROFILES_FORMAT_FLAME_PAGE_H_

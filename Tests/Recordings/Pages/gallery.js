const host = document.getElementById("host");
for (let i = 0; i < 40; i++) host.appendChild(document.createElement("div"));

function spread(tile, i) {
  tiny(tile).css("width", 40 + i + "px");
}

function fits(tile) {
  return tiny(tile).width() < 300;
}

document.getElementById("go").addEventListener("click", function start() {
  [...host.children].forEach(function each(tile, i) {
    spread(tile, i);
    fits(tile);
  });
  document.title = "done";
});

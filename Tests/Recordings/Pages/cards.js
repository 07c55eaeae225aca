const host = document.getElementById("host");
for (let i = 0; i < 30; i++) host.appendChild(document.createElement("div"));

function widenCard(card, i) {
  card.style.width = 20 + i + "px";
}

function cardWidth(card) {
  return card.offsetWidth;
}

function runCards() {
  [...host.children].forEach(function each(card, i) {
    widenCard(card, i);
    cardWidth(card);
  });
  document.title = "done";
}

document.getElementById("go").addEventListener("click", runCards);

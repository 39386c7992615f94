// The two ways to the server: what happens is pushed over one socket, what one does is posted.

import { toast } from "./dom.js";

let socket = null;
let me = "";
let leaving = false; // the page goes away: what is under way is still sent, but nobody hears the answer
addEventListener("beforeunload", () => {
  leaving = true;
  setTimeout(() => { leaving = false; }, 2000); // it stayed: what came was a file
});
const lang = new URL(location.href).searchParams.get("lang") || ""; // this window's language
document.documentElement.dataset.lang = lang; // Chinese and Japanese share characters, but not their shapes

/** Listen as a person; `hear` gets every push, `away` whether the server can be reached. */
export function listen(person, hear, away) {
  me = person;
  if (socket) socket.onclose = null;
  socket?.close();
  let wait = 200;
  const connect = () => {
    const address = new URL(`live?as=${encodeURIComponent(me)}`, location.href);
    address.protocol = address.protocol.replace("http", "ws");
    socket = new WebSocket(address);
    socket.onopen = () => { wait = 200; away(false); };
    socket.onmessage = (event) => hear(JSON.parse(event.data));
    socket.onclose = () => {
      away(true);
      setTimeout(connect, wait);
      wait = Math.min(wait * 1.5, 2000);
    };
  };
  connect();
}

/** Return whose window this is from now on, although it may not show it yet. */
export const whose = () => me;

/** Do something; null if it was refused or could not be sent (and said so, unless `quiet`). */
export async function act(what, body = {}, quiet = false) {
  try {
    const answer = await fetch(`act/${what}?as=${encodeURIComponent(me)}&lang=${encodeURIComponent(lang)}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
      keepalive: true,
    });
    const told = await answer.json();
    if (answer.ok && !told.refused) return told;
    if (!quiet) toast(told.refused || "That did not work.");
  } catch {
    if (leaving) return {};
    if (!quiet) toast("The local Discord could not be reached.");
  }
  return null;
}

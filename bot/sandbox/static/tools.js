// What one does to the local Discord itself, from behind the scenes.

import { takeBack, toast } from "./dom.js";
import { openForm } from "./form.js";
import { showKeys } from "./keys.js";
import { act } from "./net.js";
import { forgetSeen } from "./reading.js";

const LOOKS = ["auto", "dark", "light"];
const NAME = { type: 18, label: "Name", component: { type: 4, custom_id: "name", style: 1, max_length: 32 } };
const bright = matchMedia("(prefers-color-scheme: light)");

/** Put on the look that was chosen, and return its name. */
export function theme() {
  const wanted = localStorage.getItem("theme") || "auto";
  document.documentElement.dataset.theme = wanted === "auto" ? (bright.matches ? "light" : "dark") : wanted;
  return wanted;
}

/** Call `changed` when the machine turns from dark to light or back. */
export function onBrightness(changed) {
  bright.addEventListener("change", changed);
}

/** Return a function that lists the tools as they are now; `shut()` closes the drawer, `redraw()` draws what is around. */
export function makeTools(state, { shut, redraw }) {
  const addPerson = () => {
    shut();
    openForm("Add a person", [NAME], state, async ({ name }) => {
      const added = await act("add-person", { name });
      if (added === null) return takeBack();
      toast(`${name} is here now.`);
      return null;
    });
  };
  const nextLook = () => {
    localStorage.setItem("theme", LOOKS[(LOOKS.indexOf(theme()) + 1) % LOOKS.length]);
    theme();
    redraw();
  };
  const afresh = () => {
    shut();
    openForm("Erase every game and message, in every window?", [], state, async () => {
      forgetSeen();
      return (await act("afresh")) === null ? takeBack() : null;
    }, { label: "Erase", style: "danger" });
  };
  const ofTheBot = [
    { label: "Kill and restart the bot", run: () => act("restart-bot") },
    { label: "Start afresh", run: afresh },
  ];
  return () => [
    { label: "Add a person", run: addPerson },
    { key: "dms", label: `${state.person.closed ? "Open" : "Close"} ${state.person.name}'s DMs`, run: () => act("dms", { closed: !state.person.closed }) },
    ...(state.tools ? ofTheBot : []),
    { label: `Look: ${theme()}`, run: nextLook },
    { label: "Keys", run: () => { shut(); showKeys(); } },
  ];
}

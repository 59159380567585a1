// Gamepads. Browsers report none of their buttons: while there is one they are polled, once a picture of the screen.

// Return the numbers of a gamepad's buttons that are held, and where its stick is: -1, 0 or 1 in each direction.
const stateOf = ({ buttons, axes }) => [[...buttons.keys()].filter((index) => buttons[index].pressed), [0, 1].map((index) => Math.round(axes[index] ?? 0))];

// send: takes events.
export function watchGamepads(send) {
  let before = "[]";
  const poll = () => {
    const pads = navigator.getGamepads().filter(Boolean).map(stateOf);
    const now = JSON.stringify(pads);
    if (now !== before) send([["pads", now]]);
    before = now;
    if (pads.length) requestAnimationFrame(poll);
  };
  addEventListener("gamepadconnected", () => before === "[]" && poll());
}

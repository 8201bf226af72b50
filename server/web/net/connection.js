// A websocket that keeps itself up (PROTOCOL.md, sections 1 to 3 and 7). It knows frames by their `t` and no match.

import { dropGuest, guest, keepGuest } from "/net/tokens.js";

const SUBPROTOCOL = "stackloop.1";
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 8000;
const SILENCE_MS = 30000; // longer than the server is ever silent on a running match
const TERMINAL = 4500;
const BAD_IDENTITY = 4502;

/**
 * One connection for all that a page follows.
 *
 * `listener` may have: status(state, why), welcome(frame), message(frame).
 * States: connecting, live, lost (coming back), closed (for good).
 */
export class Connection {
  state = "connecting";
  why = ""; // it is not live, as the server said it
  #listener;
  #socket = null;
  #pause = FIRST_PAUSE_MS;
  #asked = 0;
  #watchdog = 0;
  #behind_ms = 0; // the server's clock less ours

  constructor(listener) {
    this.#listener = listener;
    addEventListener("online", () => this.#hurry());
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.#hurry());
    this.#open();
  }

  /** The server's clock. */
  now() {
    return Date.now() + this.#behind_ms;
  }

  /** Send a frame, if there is somebody to read it; what must not be lost is sent again after `welcome`. */
  send(frame) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(frame));
  }

  #open() {
    clearTimeout(this.#asked);
    this.#asked = 0;
    const address = new URL("/ws", location.href);
    address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(address, SUBPROTOCOL);
    this.#socket = socket;
    const said = { minimum: 0, reason: "" };
    socket.addEventListener("open", () => this.send({ t: "hello", client: "stackloop-page", token: guest() }));
    socket.addEventListener("message", ({ data }) => {
      this.#listen(socket);
      this.#receive(JSON.parse(data), said);
    });
    socket.addEventListener("close", (event) => this.#again(socket, event, said));
  }

  #receive(frame, said) {
    if (frame.now !== undefined && (frame.t === "welcome" || frame.t === "pong")) this.#behind_ms = frame.now - Date.now();
    switch (frame.t) {
      case "welcome":
        this.#pause = FIRST_PAUSE_MS;
        if (frame.token) keepGuest(frame.token);
        this.#become("live", "");
        this.#listener.welcome?.(frame);
        return;
      case "bye":
        said.minimum = frame.reconnect_ms ?? 0;
        said.reason = frame.reason ?? "";
        return;
      default:
        this.#listener.message?.(frame);
    }
  }

  #become(state, why) {
    this.state = state;
    this.why = why;
    this.#listener.status?.(state, why);
  }

  /** A connection that says nothing at all, not even to a ping, is dead although it is open. */
  #listen(socket) {
    clearTimeout(this.#watchdog);
    this.#watchdog = setTimeout(() => {
      this.send({ t: "ping" });
      this.#watchdog = setTimeout(() => socket.close(), SILENCE_MS / 3);
    }, SILENCE_MS);
  }

  #again(socket, event, { minimum, reason }) {
    clearTimeout(this.#watchdog);
    if (socket !== this.#socket) return;
    if (event.code === BAD_IDENTITY && guest()) dropGuest(); // an old one: come as a new guest
    else if (event.code >= TERMINAL && event.code <= 4999) return this.#become("closed", reason || event.reason || `code ${event.code}`);
    this.#become("lost", reason);
    this.#asked = setTimeout(() => this.#open(), Math.max(minimum, this.#pause) * (0.8 + 0.4 * Math.random()));
    this.#pause = Math.min(this.#pause * 2, LONGEST_PAUSE_MS);
  }

  #hurry() {
    if (!this.#asked) return;
    this.#pause = FIRST_PAUSE_MS;
    this.#open();
  }
}

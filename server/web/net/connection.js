// A websocket that keeps itself up (PROTOCOL.md, sections 1 to 3 and 7). It knows frames by their `t` and no match.

import { dropGuest, guest, keepGuest } from "/net/tokens.js";
import { phrase } from "/words/phrase.js";

const SUBPROTOCOL = "stackloop.1";
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 8000;
const QUIET_MS = 12000; // longer than the server is usually silent on a running match
const PROMPT_MS = 2500; // an answer that has not come by then is late
const DEAD_MS = 12000; // a connection that brings no answer for so long is none, although it is open
const CHECK_MS = 1000;
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
  #heard_ms = 0; // when anything came last, or the connection was begun
  #spoke_ms = 0; // when something was said first since
  #probed_ms = 0; // when it was asked whether anybody is there, if that is not answered
  #behind_ms = 0; // the server's clock less ours

  constructor(listener) {
    this.#listener = listener;
    addEventListener("online", () => this.#hurry());
    addEventListener("offline", () => this.#probe());
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.#hurry());
    setInterval(() => this.#check(), CHECK_MS);
    this.#open();
  }

  /** The time by the server's clock. */
  now() {
    return Date.now() + this.#behind_ms;
  }

  /** Whether the server owes an answer for longer than it should: what is on screen may be old. */
  get isSilent() {
    return this.#probed_ms > 0 && Date.now() - this.#probed_ms >= PROMPT_MS;
  }

  /** Send a frame, if there is somebody to read it; what must not be lost is sent again after `welcome`. */
  send(frame) {
    if (this.#socket?.readyState !== WebSocket.OPEN) return;
    this.#socket.send(JSON.stringify(frame));
    this.#spoke_ms ||= Date.now();
  }

  #open() {
    clearTimeout(this.#asked);
    this.#asked = 0;
    const address = new URL("/ws", location.href);
    address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(address, SUBPROTOCOL);
    this.#socket = socket;
    this.#hear();
    const said = { minimum: 0, reason: "" };
    socket.addEventListener("open", () => this.send({ t: "hello", client: "stackloop-page", token: guest() }));
    socket.addEventListener("message", ({ data }) => {
      this.#hear();
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

  /** The server has shown that it is there. */
  #hear() {
    const was = this.isSilent;
    this.#heard_ms = Date.now();
    this.#spoke_ms = this.#probed_ms = 0;
    if (was) this.#become(this.state, this.why);
  }

  /**
   * A peer that says nothing for long, or does not answer, is asked whether it is there; and given up after a while.
   */
  #check() {
    const now = Date.now();
    if (this.state === "closed" || this.#asked) return;
    if (now - (this.#probed_ms || this.#heard_ms) > DEAD_MS && (this.#probed_ms || this.state !== "live")) this.#socket.close();
    else if (this.#spoke_ms ? now - this.#spoke_ms > PROMPT_MS : now - this.#heard_ms > QUIET_MS) this.#probe();
    if (this.isSilent) this.#become(this.state, this.why);
  }

  #probe() {
    if (this.state !== "live" || this.#probed_ms) return;
    this.send({ t: "ping" });
    this.#probed_ms = Date.now();
  }

  #again(socket, event, { minimum, reason }) {
    if (socket !== this.#socket) return;
    if (event.code === BAD_IDENTITY && guest()) dropGuest(); // an old one: come as a new guest
    else if (event.code >= TERMINAL && event.code <= 4999) return this.#become("closed", reason || event.reason || phrase("page.code", { code: event.code }));
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

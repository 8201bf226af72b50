// The websocket protocol (PROTOCOL.md), as much of it as a spectator needs: join, fold, heal, resume.

const SUBPROTOCOL = "stackloop.1";
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 8000;
const SILENCE_MS = 30000; // longer than the server is ever silent on a running match
const TERMINAL = 4500;

/**
 * A connection that keeps itself up.
 *
 * `listener` may have: status(state, detail), welcome(), message(frame).
 * States: connecting, live, lost (coming back), closed (for good).
 */
export class Connection {
  #listener;
  #socket = null;
  #pause = FIRST_PAUSE_MS;
  #asked = 0;
  #closed = false;
  #watchdog = 0;
  #identity = null; // of the guest that the server took us for

  constructor(listener) {
    this.#listener = listener;
    addEventListener("online", () => this.#hurry());
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.#hurry());
    this.#open();
  }

  send(frame) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(frame));
  }

  /** Nothing more is wanted. */
  close() {
    this.#closed = true;
    clearTimeout(this.#watchdog);
    this.#socket?.close();
  }

  #open() {
    clearTimeout(this.#asked);
    this.#asked = 0;
    const address = new URL("/ws", location.href);
    address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(address, SUBPROTOCOL);
    this.#socket = socket;
    let minimum = 0;
    socket.addEventListener("open", () => this.send({ t: "hello", client: "stackloop-page", token: this.#identity }));
    socket.addEventListener("message", ({ data }) => {
      this.#listen(socket);
      const frame = JSON.parse(data);
      if (frame.t === "welcome") {
        this.#pause = FIRST_PAUSE_MS;
        this.#identity = frame.token ?? this.#identity;
        this.#listener.status?.("live", "");
        this.#listener.welcome?.();
      } else if (frame.t === "bye") {
        minimum = frame.reconnect_ms ?? 0;
      } else {
        this.#listener.message?.(frame);
      }
    });
    socket.addEventListener("close", (event) => this.#again(socket, event, minimum));
  }

  /** A connection that says nothing at all, not even to a ping, is dead although it is open. */
  #listen(socket) {
    clearTimeout(this.#watchdog);
    this.#watchdog = setTimeout(() => {
      this.send({ t: "ping" });
      this.#watchdog = setTimeout(() => socket.close(), SILENCE_MS / 3);
    }, SILENCE_MS);
  }

  #again(socket, event, minimum) {
    clearTimeout(this.#watchdog);
    if (this.#closed || socket !== this.#socket) return;
    if (event.code >= TERMINAL && event.code <= 4999) {
      this.#closed = true;
      this.#listener.status?.("closed", event.reason || `code ${event.code}`);
      return;
    }
    this.#listener.status?.("lost", "");
    this.#asked = setTimeout(() => this.#open(), Math.max(minimum, this.#pause) * (0.8 + 0.4 * Math.random()));
    this.#pause = Math.min(this.#pause * 2, LONGEST_PAUSE_MS);
  }

  #hurry() {
    if (this.#asked && !this.#closed) {
      this.#pause = FIRST_PAUSE_MS;
      this.#open();
    }
  }
}

/**
 * One match as a seat or a spectator sees it: `view` is kept up to date, `changed` is called after each change. Who holds
 * a seat (`you`) is asked its open `decision`, and answers it.
 */
export class Watched {
  view = {};
  seq = -1;
  result = null;
  failure = "";
  lines = [];
  you = null;
  decision = null;
  trouble = ""; // why the last answer did not count
  #c = 0; // the last number given to an intent
  #sent = null; // the intent that is not answered yet
  #asked = new Map();
  #id;
  #connection;
  #changed;
  #syncing = false;
  #invite; // an invite to a private match comes behind the "#" of its address, where no server reads it
  #token; // what it was exchanged for

  constructor(id, status, changed) {
    this.#id = id;
    this.#token = sessionStorage.getItem(`watch ${id}`);
    this.#invite = new URLSearchParams(location.hash.slice(1)).get("invite");
    this.#changed = changed;
    this.#connection = new Connection({
      status,
      welcome: () => this.#enter(),
      message: (frame) => (frame.m === id || frame.r === "invite") && this.#receive(frame),
    });
  }

  /** Answer the open decision: the number of an option, or a record. One answer at a time. */
  answer(a) {
    if (!this.decision || this.#sent) return;
    this.#sent = { t: "intent", m: this.#id, c: ++this.#c, w: this.decision.w, a };
    this.trouble = "";
    this.#connection.send(this.#sent);
  }

  /** Ask why a card cannot be used; `told` gets the answer. */
  why(o, told) {
    const r = `why ${o}`;
    this.#asked.set(r, told);
    this.#connection.send({ t: "why", m: this.#id, r, o });
  }

  #enter() {
    if (this.#invite && !this.#token) this.#connection.send({ t: "redeem", token: this.#invite, r: "invite" });
    else this.#join();
  }

  #join() {
    this.#syncing = false;
    const since = this.seq >= 0 ? { since: this.seq } : {};
    const token = this.#token ? { token: this.#token } : {};
    this.#connection.send({ t: "join", m: this.#id, ...token, ...since });
    if (this.#sent) this.#connection.send(this.#sent); // taken once, however often it comes
  }

  #admit(frame) {
    this.#token = frame.token;
    sessionStorage.setItem(`watch ${this.#id}`, frame.token);
    history.replaceState(null, "", location.pathname + location.search);
    this.#join();
  }

  #receive(frame) {
    switch (frame.t) {
      case "state":
        this.#syncing = false;
        this.view = frame.view;
        this.seq = frame.seq ?? 0;
        this.result = frame.result ?? this.view.game?.over ?? null;
        this.you = frame.you ?? null;
        this.decision = frame.decision ?? null;
        this.#resume(frame.c ?? 0);
        this.#remember();
        break;
      case "diff":
        if (this.#syncing || frame.seq <= this.seq) return;
        if (frame.seq !== this.seq + 1) return this.#heal();
        this.#fold(frame.d);
        this.seq = frame.seq;
        if (frame.decision !== undefined) this.decision = frame.decision;
        this.result ??= this.view.game?.over ?? null;
        this.#remember();
        break;
      case "head":
        if (frame.seq > this.seq) this.#heal();
        return;
      case "end":
        this.result = frame.result;
        break;
      case "moved":
        this.#join();
        return;
      case "granted":
        if (frame.m === this.#id) this.#admit(frame);
        return;
      case "ack":
        if (frame.c === this.#sent?.c) this.#sent = null;
        return;
      case "because":
        this.#tell(frame);
        return;
      case "nack":
        if (this.#asked.has(frame.r)) return this.#tell(frame);
        if (frame.c !== undefined) {
          this.#refused(frame);
          break;
        }
        if (frame.retry_ms) {
          setTimeout(() => this.#enter(), frame.retry_ms);
          return;
        }
        this.failure = frame.reason || frame.code;
        break;
      default:
        return;
    }
    this.#changed();
  }

  /** Go on from the last number that the match took. */
  #resume(taken) {
    if (this.#sent && this.#sent.c > taken) return;
    this.#sent = null;
    this.#c = taken;
  }

  #refused(frame) {
    if (frame.c !== this.#sent?.c) return;
    if (frame.retry_ms) {
      setTimeout(() => this.#sent && this.#connection.send(this.#sent), frame.retry_ms);
      return;
    }
    this.#sent = null;
    this.#c = frame.c - 1;
    this.trouble = frame.code === "stale_decision" ? "" : `${frame.reason || frame.code}${frame.rule ? ` (${frame.rule})` : ""}`;
  }

  #tell(frame) {
    this.#asked.get(frame.r)?.(frame);
    this.#asked.delete(frame.r);
  }

  #fold(diff) {
    for (const [key, entity] of Object.entries(diff)) {
      if (entity === null) delete this.view[key];
      else this.view[key] = entity;
    }
  }

  #heal() {
    if (this.#syncing) return;
    this.#syncing = true;
    this.#connection.send({ t: "sync", m: this.#id });
  }

  /** The view holds the last lines of the log; here they are kept longer. */
  #remember() {
    const last = this.lines.length ? this.lines[this.lines.length - 1].n : -1;
    const fresh = Object.keys(this.view)
      .filter((key) => /^e\d+$/.test(key))
      .map((key) => this.view[key])
      .filter((line) => line.n > last)
      .sort((one, other) => one.n - other.n);
    this.lines = [...this.lines, ...fresh].slice(-400);
  }
}

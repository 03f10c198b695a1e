(() => {
  const e = document.createElement(`link`).relList;
  if (e && e.supports && e.supports(`modulepreload`)) return;
  for (const e of document.querySelectorAll(`link[rel="modulepreload"]`)) n(e);
  new MutationObserver((e) => {
    for (const t of e)
      if (t.type === `childList`) for (const e of t.addedNodes) e.tagName === `LINK` && e.rel === `modulepreload` && n(e);
  }).observe(document, { childList: !0, subtree: !0 });
  function t(e) {
    const t = {};
    return (
      e.integrity && (t.integrity = e.integrity),
      e.referrerPolicy && (t.referrerPolicy = e.referrerPolicy),
      (t.credentials = e.crossOrigin === `use-credentials` ? `include` : e.crossOrigin === `anonymous` ? `omit` : `same-origin`),
      t
    );
  }
  function n(e) {
    if (e.ep) return;
    e.ep = !0;
    const n = t(e);
    fetch(e.href, n);
  }
})();
var e = Symbol.for(`reflect-engine.error`),
  t = class extends Error {
    static name = `ReflectError`;
    name;
    code;
    constructor(t, n, r = {}) {
      super(n, `cause` in r ? { cause: r.cause } : void 0),
        (this.name = t === `aborted` ? `AbortError` : `ReflectError`),
        (this.code = t),
        r.result !== void 0 && Object.defineProperty(this, 'result', { value: r.result }),
        Object.defineProperty(this, e, { value: !0 });
    }
  };
function n(t) {
  try {
    return typeof t == `object` && !!t && t[e] === !0;
  } catch {
    return !1;
  }
}
function r(e) {
  try {
    if (typeof e == `object` && e && `message` in e) {
      const { message: t } = e;
      if (typeof t == `string` && t !== ``) return t;
    }
    const t = String(e);
    return t.startsWith(`[object `) ? (JSON.stringify(e) ?? t).slice(0, 1e3) : t;
  } catch {
    return `something that cannot be shown`;
  }
}
function i(e) {
  Promise.resolve(e).catch(() => {});
}
function a(e) {
  throw TypeError(`unexpected ${JSON.stringify(e)}`);
}
function o(e) {
  try {
    return s(e);
  } catch {
    return `something that cannot be read`;
  }
}
function s(e) {
  return e === null
    ? `null`
    : Array.isArray(e)
      ? `a list`
      : typeof e == `object` && !c(e)
        ? `an instance of ${m(e)}`
        : e === void 0
          ? `nothing`
          : `${typeof e == `object` ? `an` : `a`} ${typeof e}`;
}
function c(e) {
  if (!l(e)) return !1;
  const t = Object.getPrototypeOf(e);
  return t === null || Object.getPrototypeOf(t) === null;
}
function l(e) {
  return typeof e == `object` && !!e && !Array.isArray(e);
}
function u(e) {
  return typeof e == `string`
    ? JSON.stringify(e.length > d ? `${e.slice(0, d)}\u2026` : e)
    : typeof e == `number` || typeof e == `boolean`
      ? String(e)
      : o(e);
}
var d = 60;
function f(e) {
  try {
    return typeof e == `object` && !!e && `then` in e && typeof e.then == `function`;
  } catch {
    return !1;
  }
}
function p(e) {
  return Object.keys(e).length === 0 && !Array.isArray(e) && !c(e);
}
function m(e) {
  const { constructor: t } = e;
  if (typeof t?.name == `string` && t.name !== ``) return t.name;
  if (typeof t == `function`) return `a class`;
  const n = Object.prototype.toString.call(e).slice(8, -1);
  return n === `Object` ? `a class` : n;
}
function h(e) {
  if (f(e)) return `${o(e)}: wait for it`;
  if (typeof e == `string`) return "a string: give what asks it, as `chatModel(client, name)` of 'reflect-engine/openai'";
  const t = 'as in `async ({ messages, signal }) => ({ content, finishReason })`';
  if (typeof e != `object` || !e) return `${o(e)}: write one, ${t}`;
  const [, n, r] = g.find(([t]) => _(e, t)) ?? [];
  return `${o(e)}: ${
    n === void 0
      ? `wrap it, ${t}`
      : `give \`${n}\` of 'reflect-engine/${r}\
'`
  }`;
}
var g = [
  [`chat.completions.create`, `chatModel(client, name)`, `openai`],
  [`messages.create`, `messagesModel(client, name)`, `anthropic`],
  [`models.generateContent`, `geminiModel(client, name)`, `google`],
  [`doStream`, `aiModel(model)`, `ai-sdk`],
  [`_llmType`, `langchainModel(chat)`, `langchain`],
];
function _(e, t) {
  try {
    return typeof t.split(`.`).reduce((e, t) => e?.[t], e) == `function`;
  } catch {
    return !1;
  }
}
function v(e, n) {
  if (typeof n == `number`) return n;
  throw new t(
    `misuse`,
    `\`${e}\` must be a number of millis\
econds, got ${o(n)}`,
  );
}
function ee(e, n, r, i, a, s) {
  if ((te(n, a, s), p(n)))
    throw new t(
      s,
      `${a} must be a plai\
n object, got ${o(n)}`,
    );
  for (const a of Object.keys(n))
    if (!r.includes(a))
      throw new t(
        s,
        e().unknownWord(
          i,
          a,
          r.join(`
`),
        ),
      );
}
function te(e, n, r) {
  if (!l(e)) throw new t(r, `${n} must be an object, got ${o(e)}`);
}
function ne(e) {
  if (e === void 0) return;
  const t = e;
  if (typeof t != `object` && typeof t != `function`) throw x(`\`durable\` must be an object, got ${o(t)}`);
  b(`durable.run`, t?.run, `function`),
    t?.all !== void 0 && b(`durable.all`, t.all, `function`),
    t?.now !== void 0 && b(`durable.now`, t.now, `function`);
  const n = t?.seed;
  if (n !== void 0 && (typeof n != `number` || n !== n >>> 0))
    throw x(`\`durable.seed\` must be a whole number from 0 to 429496729\
5, got ${u(n)}`);
  return t ?? void 0;
}
function re(e) {
  if (e === void 0) return;
  const t = e;
  if (typeof t != `object` || !ie(t)) {
    const t = l(e) && `signal` in e ? ': give its `signal`' : ``;
    throw x(`\`signal\` must be an AbortSignal, got ${o(e)}${t}`);
  }
}
function ie(e) {
  return typeof e?.addEventListener == `function` && typeof e.removeEventListener == `function` && typeof e.aborted == `boolean`;
}
function ae(e) {
  if (typeof e != `string` || e === ``)
    throw x(`\`runId\` must be a string that is not empty, got ${e === `` ? `an empty one` : o(e)}`);
}
function y(e) {
  const t = e;
  if (typeof t?.accepted != `boolean` || (t.feedback !== void 0 && typeof t.feedback != `string`))
    throw x(`\`review\` must be { accepted: boolean, feedback?: strin\
g }, got ${u(e)}`);
}
function oe(e, t) {
  if (t === void 0) return;
  y(t);
  const n = [`accepted`, `feedback`],
    r = Object.keys(t).find((e) => !n.includes(e));
  if (r !== void 0)
    throw x(
      `\`review\`: ${e().unknownWord(
        `key`,
        r,
        n.join(`
`),
      )}`,
    );
}
function b(e, t, n, r = x) {
  if (typeof t !== n) throw r(`\`${e}\` must be a ${n}, got ${o(t)}`);
}
function se(e) {
  return new t(`invalid_settings`, e);
}
function x(e) {
  return new t(`invalid_task`, e);
}
function ce(e) {
  if (typeof e == `string`) return;
  const n = typeof e == `object` && !!e && `snapshot` in e,
    r = n ? ': give `result.snapshot`' : `, which is the text as a result has it`;
  throw new t(`invalid_snapshot`, `a snapshot must be a string, got ${n ? `a result` : o(e)}${r}`);
}
var le = Object.defineProperty,
  ue = (e, t) => {
    for (var n in t) le(e, n, { get: t[n], enumerable: !0 });
  },
  de = class {
    encode(e) {
      const t = new Uint8Array(e.length * 3);
      return t.slice(0, this.encodeInto(e, t).written);
    }
    encodeInto(e, t) {
      let n = 0,
        r = 0;
      for (; n < e.length; ) {
        let i = e.codePointAt(n) ?? 0,
          a = i > 65535 ? 2 : 1;
        i >= 55296 && i <= 57343 && (i = 65533);
        const o = i < 128 ? 1 : i < 2048 ? 2 : i < 65536 ? 3 : 4;
        if (r + o > t.length) break;
        if (o === 1) t[r] = i;
        else {
          for (let e = o - 1; e > 0; e--) (t[r + e] = 128 | (i & 63)), (i >>= 6);
          t[r] = (3840 >> o) | i;
        }
        (r += o), (n += a);
      }
      return { read: n, written: r };
    }
  },
  fe = class {
    decode(e = new Uint8Array()) {
      let t = ``,
        n = [];
      for (let r = 0; r < e.length; ) {
        let i = e[r++] ?? 0,
          a = i < 128 ? 0 : i < 224 ? 1 : i < 240 ? 2 : 3,
          o = a === 0 ? i : i & (63 >> a);
        for (let t = a; t > 0; t--) o = (o << 6) | ((e[r++] ?? 0) & 63);
        o > 65535 ? n.push(55232 + (o >> 10), 56320 | (o & 1023)) : n.push(o),
          n.length >= 4096 && (t += String.fromCharCode(...n.splice(0)));
      }
      return t + String.fromCharCode(...n);
    }
  },
  S = typeof TextEncoder > `u` ? de : TextEncoder,
  C = typeof TextDecoder > `u` ? fe : TextDecoder,
  w = globalThis,
  pe = class {
    cleanup;
    made;
    constructor(e) {
      this.cleanup = e;
    }
    register(e, t, n) {
      (this.made ??= me(this.cleanup)), this.made.register(e, t, n);
    }
    unregister(e) {
      this.made?.unregister(e);
    }
  };
function me(e) {
  try {
    if (typeof w.FinalizationRegistry == `function`) return new w.FinalizationRegistry(e);
  } catch {}
  return { register() {}, unregister() {} };
}
var he = class e {
    base;
    fragment = ``;
    constructor(t, n = ``) {
      const [r = ``, ...i] = t.split(`#`);
      (this.hash = i.join(`#`)), (this.base = e.resolve(r, n.split(`#`)[0] ?? ``));
    }
    get hash() {
      return this.fragment === `` ? `` : `#${this.fragment}`;
    }
    set hash(e) {
      this.fragment = e;
    }
    get href() {
      return this.base + this.hash;
    }
    static resolve(e, t) {
      if (e === ``) return t;
      if (/^[a-z][a-z0-9+.-]*:/i.test(e)) return e;
      const n = /^[a-z][a-z0-9+.-]*:\/\/[^/]*/i.exec(t)?.[0] ?? ``;
      return e.startsWith(`/`) ? n + e : t.length > n.length ? t.slice(0, t.lastIndexOf(`/`) + 1) + e : `${n}/${e}`;
    }
  },
  T = globalThis.URL ?? he,
  E = class extends Error {
    error;
    constructor(e, t) {
      super(_e(t)), (this.error = { code: e, message: this.message });
    }
  };
function ge(e) {
  try {
    return e instanceof E ? e.error : void 0;
  } catch {
    return;
  }
}
function _e(e) {
  return e.length <= 2e3 ? e : `${e.slice(0, 2e3)}\u2026`;
}
function ve(e, t) {
  const n = typeof e;
  if (n !== typeof t) return !1;
  const r = Array.isArray(e);
  if (r !== Array.isArray(t)) return !1;
  if (r) {
    const n = e.length;
    if (n !== t.length) return !1;
    for (let r = 0; r < n; r++) if (!ve(e[r], t[r])) return !1;
    return !0;
  }
  if (n === `object`) {
    if (!e || !t) return e === t;
    const n = Object.keys(e),
      r = Object.keys(t);
    if (n.length !== r.length) return !1;
    for (const r of n) if (!Object.hasOwn(t, r) || !ve(e[r], t[r])) return !1;
    return !0;
  }
  return e === t;
}
function D(e) {
  return encodeURI(ye(e)).replace(/#/g, `%23`);
}
function ye(e) {
  return e.replace(/~/g, `~0`).replace(/\//g, `~1`);
}
var O = /^[A-Za-z0-9._~!$&'()*+,;=:@/?-]$/,
  k = /^%[0-9A-Fa-f]{2}$/,
  be = /^[A-Za-z0-9._~-]$/;
function A(e) {
  let t = ``;
  for (let n = 0; n < e.length; ) {
    const r = e[n],
      i = e.slice(n, n + 3);
    if (r === `%` && k.test(i)) {
      const e = String.fromCharCode(parseInt(i.slice(1), 16));
      (t += be.test(e) ? e : i.toUpperCase()), (n += 3);
      continue;
    }
    const a = String.fromCodePoint(e.codePointAt(n));
    (t += O.test(a) ? a : encodeURIComponent(a)), (n += a.length);
  }
  return t;
}
function j(e, t) {
  const n = new T(e, t.href);
  return ((n.hash = n.hash ? A(n.hash.slice(1)) : ``), n);
}
var xe = { prefixItems: !0, items: !0, allOf: !0, anyOf: !0, oneOf: !0 },
  Se = { $defs: !0, definitions: !0, properties: !0, patternProperties: !0, dependentSchemas: !0 },
  Ce = {
    id: !0,
    $id: !0,
    $ref: !0,
    $schema: !0,
    $anchor: !0,
    $vocabulary: !0,
    $comment: !0,
    default: !0,
    enum: !0,
    const: !0,
    required: !0,
    dependentRequired: !0,
    type: !0,
    maximum: !0,
    minimum: !0,
    exclusiveMaximum: !0,
    exclusiveMinimum: !0,
    multipleOf: !0,
    maxLength: !0,
    minLength: !0,
    pattern: !0,
    format: !0,
    maxItems: !0,
    minItems: !0,
    uniqueItems: !0,
    maxProperties: !0,
    minProperties: !0,
  },
  we =
    typeof self < `u` && self.location && self.location.origin !== `null`
      ? new T(self.location.origin + self.location.pathname + location.search)
      : new T(`https://github.com/cfworker`);
function Te(e, t = Object.create(null), n = we, r = ``) {
  if (e && typeof e == `object` && !Array.isArray(e)) {
    const i = e.$id || e.id;
    if (i) {
      const a = j(i, n);
      a.hash.length > 1 ? (t[a.href] = e) : ((a.hash = ``), r === `` ? (n = a) : Te(e, t, n));
    }
  } else if (e !== !0 && e !== !1) return t;
  const i = n.href + (r ? `#` + r : ``);
  if (t[i] !== void 0 && t[i] !== e)
    throw Error(`Duplicat\
e schema URI "${i}".`);
  if (((t[i] = e), e === !0 || e === !1)) return t;
  if (
    (e.__absolute_uri__ === void 0 && Object.defineProperty(e, '__absolute_uri__', { enumerable: !1, value: i }),
    e.$ref && e.__absolute_ref__ === void 0)
  ) {
    const t = j(e.$ref, n);
    Object.defineProperty(e, '__absolute_ref__', { enumerable: !1, value: t.href });
  }
  if (e.$recursiveRef && e.__absolute_recursive_ref__ === void 0) {
    const t = j(e.$recursiveRef, n);
    Object.defineProperty(e, '__absolute_recursive_ref__', { enumerable: !1, value: t.href });
  }
  if (e.$anchor) {
    const r = j(`#` + e.$anchor, n);
    t[r.href] = e;
  }
  for (const i in e) {
    if (Ce[i]) continue;
    const a = `${r}/${D(i)}`,
      o = e[i];
    if (Array.isArray(o)) {
      if (xe[i]) {
        const e = o.length;
        for (let r = 0; r < e; r++) Te(o[r], t, n, `${a}/${r}`);
      }
    } else if (Se[i]) for (const e in o) Te(o[e], t, n, `${a}/${D(e)}`);
    else Te(o, t, n, a);
  }
  return t;
}
var Ee = /^(\d\d\d\d)-(\d\d)-(\d\d)$/,
  M = [0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31],
  De = /^(\d\d):(\d\d):(\d\d)(\.\d+)?(z|([+-])(\d\d):(\d\d))?$/i,
  Oe = /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[-0-9a-z]{0,61}[0-9a-z])?)*$/i,
  ke =
    /^(?:[a-z][a-z0-9+\-.]*:)?(?:\/?\/(?:(?:[a-z0-9\-._~!$&'()*+,;=:]|%[0-9a-f]{2})*@)?(?:\[(?:(?:(?:(?:[0-9a-f]{1,4}:){6}|::(?:[0-9a-f]{1,4}:){5}|(?:[0-9a-f]{1,4})?::(?:[0-9a-f]{1,4}:){4}|(?:(?:[0-9a-f]{1,4}:){0,1}[0-9a-f]{1,4})?::(?:[0-9a-f]{1,4}:){3}|(?:(?:[0-9a-f]{1,4}:){0,2}[0-9a-f]{1,4})?::(?:[0-9a-f]{1,4}:){2}|(?:(?:[0-9a-f]{1,4}:){0,3}[0-9a-f]{1,4})?::[0-9a-f]{1,4}:|(?:(?:[0-9a-f]{1,4}:){0,4}[0-9a-f]{1,4})?::)(?:[0-9a-f]{1,4}:[0-9a-f]{1,4}|(?:(?:25[0-5]|2[0-4]\d|[01]?\d\d?)\.){3}(?:25[0-5]|2[0-4]\d|[01]?\d\d?))|(?:(?:[0-9a-f]{1,4}:){0,5}[0-9a-f]{1,4})?::[0-9a-f]{1,4}|(?:(?:[0-9a-f]{1,4}:){0,6}[0-9a-f]{1,4})?::)|[Vv][0-9a-f]+\.[a-z0-9\-._~!$&'()*+,;=:]+)\]|(?:(?:25[0-5]|2[0-4]\d|[01]?\d\d?)\.){3}(?:25[0-5]|2[0-4]\d|[01]?\d\d?)|(?:[a-z0-9\-._~!$&'"()*+,;=]|%[0-9a-f]{2})*)(?::\d*)?(?:\/(?:[a-z0-9\-._~!$&'"()*+,;=:@]|%[0-9a-f]{2})*)*|\/(?:(?:[a-z0-9\-._~!$&'"()*+,;=:@]|%[0-9a-f]{2})+(?:\/(?:[a-z0-9\-._~!$&'"()*+,;=:@]|%[0-9a-f]{2})*)*)?|(?:[a-z0-9\-._~!$&'"()*+,;=:@]|%[0-9a-f]{2})+(?:\/(?:[a-z0-9\-._~!$&'"()*+,;=:@]|%[0-9a-f]{2})*)*)?(?:\?(?:[a-z0-9\-._~!$&'"()*+,;=:@/?]|%[0-9a-f]{2})*)?(?:#(?:[a-z0-9\-._~!$&'"()*+,;=:@/?]|%[0-9a-f]{2})*)?$/i,
  Ae =
    /^(?:(?:[^\x00-\x20\x7f"<>%\\^`{|}]|%[0-9a-f]{2})|\{[+#./;?&=,!@|]?(?:[a-z0-9_]|%[0-9a-f]{2})+(?:\.(?:[a-z0-9_]|%[0-9a-f]{2})+)*(?::[1-9][0-9]{0,3}|\*)?(?:,(?:[a-z0-9_]|%[0-9a-f]{2})+(?:\.(?:[a-z0-9_]|%[0-9a-f]{2})+)*(?::[1-9][0-9]{0,3}|\*)?)*\})*$/i,
  je =
    /^(?:(?:https?|ftp):\/\/)(?:\S+(?::\S*)?@)?(?:(?!10(?:\.\d{1,3}){3})(?!127(?:\.\d{1,3}){3})(?!169\.254(?:\.\d{1,3}){2})(?!192\.168(?:\.\d{1,3}){2})(?!172\.(?:1[6-9]|2\d|3[0-1])(?:\.\d{1,3}){2})(?:[1-9]\d?|1\d\d|2[01]\d|22[0-3])(?:\.(?:1?\d{1,2}|2[0-4]\d|25[0-5])){2}(?:\.(?:[1-9]\d?|1\d\d|2[0-4]\d|25[0-4]))|(?:(?:[a-z\u{00a1}-\u{ffff}0-9]+-?)*[a-z\u{00a1}-\u{ffff}0-9]+)(?:\.(?:[a-z\u{00a1}-\u{ffff}0-9]+-?)*[a-z\u{00a1}-\u{ffff}0-9]+)*(?:\.(?:[a-z\u{00a1}-\u{ffff}]{2,})))(?::\d{2,5})?(?:\/[^\s]*)?$/iu,
  Me = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i,
  Ne = /^(?:\/(?:[^~/]|~0|~1)*)*$/,
  Pe = /^#(?:\/(?:[a-z0-9_\-.!$&'()*+,;:=@]|%[0-9a-f]{2}|~0|~1)*)*$/i,
  Fe = /^(?:0|[1-9][0-9]*)(?:#|(?:\/(?:[^~/]|~0|~1)*)*)$/,
  Ie = /^("(?:[\x20-\x21\x23-\x5b\x5d-\x7e]|\\[\x20-\x7e])*"|[a-z0-9.!#$%&'*+/=?^_`{|}~-]+)@(.+)$/i,
  Le = (e) => {
    const t = e.match(Ie);
    if (!t) return !1;
    const n = t[1],
      r = t[2];
    if (!n || !r || n.length > 64 || r.length > 253 || (n[0] !== `"` && (n[0] === `.` || n.endsWith(`.`) || n.includes(`..`))))
      return !1;
    if (r.startsWith(`[`) && r.endsWith(`]`)) {
      const e = r.slice(1, -1);
      return /^ipv6:/i.test(e) ? ze.test(e.slice(5)) : Re.test(e);
    }
    return Oe.test(r);
  },
  Re = /^(?:(?:25[0-5]|2[0-4]\d|[01]?\d\d?)\.){3}(?:25[0-5]|2[0-4]\d|[01]?\d\d?)$/,
  ze =
    /^((([0-9a-f]{1,4}:){7}([0-9a-f]{1,4}|:))|(([0-9a-f]{1,4}:){6}(:[0-9a-f]{1,4}|((25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(\.(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3})|:))|(([0-9a-f]{1,4}:){5}(((:[0-9a-f]{1,4}){1,2})|:((25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(\.(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3})|:))|(([0-9a-f]{1,4}:){4}(((:[0-9a-f]{1,4}){1,3})|((:[0-9a-f]{1,4})?:((25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(\.(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3}))|:))|(([0-9a-f]{1,4}:){3}(((:[0-9a-f]{1,4}){1,4})|((:[0-9a-f]{1,4}){0,2}:((25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(\.(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3}))|:))|(([0-9a-f]{1,4}:){2}(((:[0-9a-f]{1,4}){1,5})|((:[0-9a-f]{1,4}){0,3}:((25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(\.(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3}))|:))|(([0-9a-f]{1,4}:){1}(((:[0-9a-f]{1,4}){1,6})|((:[0-9a-f]{1,4}){0,4}:((25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(\.(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3}))|:))|(:(((:[0-9a-f]{1,4}){1,7})|((:[0-9a-f]{1,4}){0,5}:((25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(\.(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3}))|:)))$/i,
  Be = {
    date: He,
    time: (e) => Ue(!0, e),
    'date-time': Ge,
    duration: (e) =>
      /^P(?:\d+W|(?:(?:\d+Y(?:\d+M(?:\d+D)?)?|\d+M(?:\d+D)?|\d+D)(?:T(?:\d+H(?:\d+M(?:\d+S)?)?|\d+M(?:\d+S)?|\d+S))?|T(?:\d+H(?:\d+M(?:\d+S)?)?|\d+M(?:\d+S)?|\d+S)))$/.test(
        e,
      ),
    uri: Je,
    'uri-reference': (e) => ke.test(e),
    'uri-template': (e) => Ae.test(e),
    url: (e) => je.test(e),
    email: Le,
    hostname: (e) => Oe.test(e),
    ipv4: (e) => Re.test(e),
    ipv6: (e) => ze.test(e),
    regex: Xe,
    uuid: (e) => Me.test(e),
    'json-pointer': (e) => Ne.test(e),
    'json-pointer-uri-fragment': (e) => Pe.test(e),
    'relative-json-pointer': (e) => Fe.test(e),
  };
function Ve(e) {
  return e % 4 == 0 && (e % 100 != 0 || e % 400 == 0);
}
function He(e) {
  const t = e.match(Ee);
  if (!t) return !1;
  const n = t[1],
    r = t[2],
    i = t[3];
  if (!n || !r || !i) return !1;
  const a = +n,
    o = +r,
    s = +i,
    c = o == 2 && Ve(a) ? 29 : M[o];
  return o >= 1 && o <= 12 && s >= 1 && c !== void 0 && s <= c;
}
function Ue(e, t) {
  const n = t.match(De);
  if (!n) return !1;
  const r = n[1],
    i = n[2],
    a = n[3];
  if (!r || !i || !a) return !1;
  const o = +r,
    s = +i,
    c = +a,
    l = n[5],
    u = n[6],
    d = +(n[7] ?? 0),
    f = +(n[8] ?? 0);
  if (o > 23 || s > 59 || c > 60 || d > 23 || f > 59 || (e && l === void 0)) return !1;
  if (c < 60) return !0;
  const p = u === `+` ? 1 : u === `-` ? -1 : 0;
  return (o * 60 + s - p * (d * 60 + f) + 1440) % 1440 == 1439;
}
var We = /t|\s/i;
function Ge(e) {
  const [t, n, r] = e.split(We);
  return t !== void 0 && n !== void 0 && r === void 0 && He(t) && Ue(!0, n);
}
var Ke = /\/|:/,
  qe =
    /^(?:[a-z][a-z0-9+\-.]*:)(?:\/?\/(?:(?:[a-z0-9\-._~!$&'()*+,;=:]|%[0-9a-f]{2})*@)?(?:\[(?:(?:(?:(?:[0-9a-f]{1,4}:){6}|::(?:[0-9a-f]{1,4}:){5}|(?:[0-9a-f]{1,4})?::(?:[0-9a-f]{1,4}:){4}|(?:(?:[0-9a-f]{1,4}:){0,1}[0-9a-f]{1,4})?::(?:[0-9a-f]{1,4}:){3}|(?:(?:[0-9a-f]{1,4}:){0,2}[0-9a-f]{1,4})?::(?:[0-9a-f]{1,4}:){2}|(?:(?:[0-9a-f]{1,4}:){0,3}[0-9a-f]{1,4})?::[0-9a-f]{1,4}:|(?:(?:[0-9a-f]{1,4}:){0,4}[0-9a-f]{1,4})?::)(?:[0-9a-f]{1,4}:[0-9a-f]{1,4}|(?:(?:25[0-5]|2[0-4]\d|[01]?\d\d?)\.){3}(?:25[0-5]|2[0-4]\d|[01]?\d\d?))|(?:(?:[0-9a-f]{1,4}:){0,5}[0-9a-f]{1,4})?::[0-9a-f]{1,4}|(?:(?:[0-9a-f]{1,4}:){0,6}[0-9a-f]{1,4})?::)|[Vv][0-9a-f]+\.[a-z0-9\-._~!$&'()*+,;=:]+)\]|(?:(?:25[0-5]|2[0-4]\d|[01]?\d\d?)\.){3}(?:25[0-5]|2[0-4]\d|[01]?\d\d?)|(?:[a-z0-9\-._~!$&'()*+,;=]|%[0-9a-f]{2})*)(?::\d*)?(?:\/(?:[a-z0-9\-._~!$&'()*+,;=:@]|%[0-9a-f]{2})*)*|\/(?:(?:[a-z0-9\-._~!$&'()*+,;=:@]|%[0-9a-f]{2})+(?:\/(?:[a-z0-9\-._~!$&'()*+,;=:@]|%[0-9a-f]{2})*)*)?|(?:[a-z0-9\-._~!$&'()*+,;=:@]|%[0-9a-f]{2})+(?:\/(?:[a-z0-9\-._~!$&'()*+,;=:@]|%[0-9a-f]{2})*)*)(?:\?(?:[a-z0-9\-._~!$&'()*+,;=:@/?]|%[0-9a-f]{2})*)?(?:#(?:[a-z0-9\-._~!$&'()*+,;=:@/?]|%[0-9a-f]{2})*)?$/i;
function Je(e) {
  return Ke.test(e) && qe.test(e);
}
var Ye = /[^\\]\\Z/;
function Xe(e) {
  if (Ye.test(e)) return !1;
  try {
    return (new RegExp(e, `u`), !0);
  } catch {
    return !1;
  }
}
function Ze(e) {
  let t = 0,
    n = e.length,
    r = 0,
    i;
  for (; r < n; )
    t++, (i = e.charCodeAt(r++)), i >= 55296 && i <= 56319 && r < n && ((i = e.charCodeAt(r)), (i & 64512) == 56320 && r++);
  return t;
}
function N(e, t) {
  return Object.hasOwn(e, t);
}
function Qe(e) {
  const t = Math.abs(e).toString().split(`e`),
    n = t[0],
    r = t[1] ?? `0`,
    i = n.indexOf(`.`),
    a = i === -1 ? 0 : n.length - i - 1;
  return [BigInt(n.replace(`.`, ``)), Number(r) - a];
}
function $e(e, t) {
  if (!Number.isFinite(e) || !Number.isFinite(t) || t <= 0) return !1;
  const [n, r] = Qe(e),
    [i, a] = Qe(t),
    o = r - a;
  return o >= 0 ? (n * 10n ** BigInt(o)) % i == 0n : n % (i * 10n ** BigInt(-o)) == 0n;
}
function P(e, t, n = `2019-09`, r = Te(t), i = !0, a = null, o = `#`, s = `#`, c = Object.create(null)) {
  if (t === !0) return { valid: !0, errors: [] };
  if (t === !1)
    return { valid: !1, errors: [{ instanceLocation: o, keyword: `false`, keywordLocation: o, error: `False boolean schema.` }] };
  let l = typeof e,
    u;
  switch (l) {
    case `boolean`:
    case `number`:
    case `string`:
      u = l;
      break;
    case `object`:
      u = e === null ? `null` : Array.isArray(e) ? `array` : `object`;
      break;
    default:
      throw Error(`Instances of "${l}" type are not supported.`);
  }
  const {
      $ref: d,
      $recursiveRef: f,
      $recursiveAnchor: p,
      type: m,
      const: h,
      enum: g,
      required: _,
      not: v,
      anyOf: ee,
      allOf: te,
      oneOf: ne,
      if: re,
      then: ie,
      else: ae,
      format: y,
      properties: oe,
      patternProperties: b,
      additionalProperties: se,
      unevaluatedProperties: x,
      minProperties: ce,
      maxProperties: le,
      propertyNames: ue,
      dependentRequired: de,
      dependentSchemas: fe,
      dependencies: S,
      prefixItems: C,
      items: w,
      additionalItems: pe,
      unevaluatedItems: me,
      contains: he,
      minContains: T,
      maxContains: E,
      minItems: ge,
      maxItems: _e,
      uniqueItems: ye,
      minimum: O,
      maximum: k,
      exclusiveMinimum: be,
      exclusiveMaximum: A,
      multipleOf: j,
      minLength: xe,
      maxLength: Se,
      pattern: Ce,
      __absolute_ref__: we,
      __absolute_recursive_ref__: Ee,
    } = t,
    M = [];
  if ((p === !0 && a === null && (a = t), f === `#`)) {
    const l = a === null ? r[Ee] : a,
      u = `${s}/$recursiveRef`,
      d = P(e, a === null ? t : a, n, r, i, l, o, u, c);
    d.valid ||
      M.push(
        { instanceLocation: o, keyword: `$recursiveRef`, keywordLocation: u, error: `A subschema had errors.` },
        ...d.errors,
      );
  }
  if (d !== void 0) {
    const t = r[we || d];
    if (t === void 0) {
      let e = `Unresolved $ref "${d}".`;
      throw (
        we && we !== d && (e += `  Absolute URI "${we}".`),
        (e += `
Known schemas:
- ${Object.keys(r).join(`
- `)}`),
        Error(e)
      );
    }
    const l = `${s}/$ref`,
      u = P(e, t, n, r, i, a, o, l, c);
    if (
      (u.valid ||
        M.push({ instanceLocation: o, keyword: `$ref`, keywordLocation: l, error: `A subschema had errors.` }, ...u.errors),
      n === `4` || n === `7`)
    )
      return { valid: M.length === 0, errors: M };
  }
  if (Array.isArray(m)) {
    let t = m.length,
      n = !1;
    for (let r = 0; r < t; r++)
      if (u === m[r] || (m[r] === `integer` && u === `number` && e % 1 == 0 && e === e)) {
        n = !0;
        break;
      }
    n ||
      M.push({
        instanceLocation: o,
        keyword: `type`,
        keywordLocation: `${s}\
/type`,
        error: `Instance type "${u}" is invalid. Expected "${m.join(`", "`)}".`,
      });
  } else
    m === `integer`
      ? (u !== `number` || e % 1 || e !== e) &&
        M.push({
          instanceLocation: o,
          keyword: `type`,
          keywordLocation: `${s}/type`,
          error: `Instance type "${u}" is invalid. Expected "${m}\
".`,
        })
      : m !== void 0 &&
        u !== m &&
        M.push({
          instanceLocation: o,
          keyword: `type`,
          keywordLocation: `${s}/type`,
          error: `Instance type "${u}\
" is invalid. Expected "${m}".`,
        });
  if (
    (h !== void 0 &&
      (u === `object` || u === `array`
        ? ve(e, h) ||
          M.push({
            instanceLocation: o,
            keyword: `const`,
            keywordLocation: `${s}/const`,
            error: `Instance does not match ${JSON.stringify(h)}.`,
          })
        : e !== h &&
          M.push({
            instanceLocation: o,
            keyword: `const`,
            keywordLocation: `${s}/const`,
            error: `Instance does not match ${JSON.stringify(h)}.`,
          })),
    g !== void 0 &&
      (u === `object` || u === `array`
        ? g.some((t) => ve(e, t)) ||
          M.push({
            instanceLocation: o,
            keyword: `enum`,
            keywordLocation: `${s}/enu\
m`,
            error: `Instance does not match any of ${JSON.stringify(g)}.`,
          })
        : g.some((t) => e === t) ||
          M.push({
            instanceLocation: o,
            keyword: `enum`,
            keywordLocation: `${s}\
/enum`,
            error: `Instance does not match any of ${JSON.stringify(g)}.`,
          })),
    v !== void 0)
  ) {
    const t = `${s}/not`;
    P(e, v, n, r, i, a, o, t).valid &&
      M.push({ instanceLocation: o, keyword: `not`, keywordLocation: t, error: `Instance matched "not" schema.` });
  }
  const De = [];
  if (ee !== void 0) {
    let t = `${s}/anyOf`,
      l = M.length,
      u = !1;
    for (const [s, l] of ee.entries()) {
      const d = Object.create(c),
        f = P(e, l, n, r, i, p === !0 ? a : null, o, `${t}/${s}`, d);
      M.push(...f.errors), (u ||= f.valid), f.valid && De.push(d);
    }
    u
      ? (M.length = l)
      : M.splice(l, 0, {
          instanceLocation: o,
          keyword: `anyOf`,
          keywordLocation: t,
          error: `Instance does not match any subschemas.`,
        });
  }
  if (te !== void 0) {
    let t = `${s}/allOf`,
      l = M.length,
      u = !0;
    for (const [s, l] of te.entries()) {
      const d = Object.create(c),
        f = P(e, l, n, r, i, p === !0 ? a : null, o, `${t}/${s}`, d);
      M.push(...f.errors), (u &&= f.valid), f.valid && De.push(d);
    }
    u
      ? (M.length = l)
      : M.splice(l, 0, {
          instanceLocation: o,
          keyword: `allOf`,
          keywordLocation: t,
          error: `Instance does not match every subschema.`,
        });
  }
  if (ne !== void 0) {
    const t = `${s}\
/oneOf`,
      l = M.length,
      u = ne.filter((s, l) => {
        const u = Object.create(c),
          d = P(e, s, n, r, i, p === !0 ? a : null, o, `${t}/${l}`, u);
        return (M.push(...d.errors), d.valid && De.push(u), d.valid);
      }).length;
    u === 1
      ? (M.length = l)
      : M.splice(l, 0, {
          instanceLocation: o,
          keyword: `oneOf`,
          keywordLocation: t,
          error: `Instance does not match exactly one subschema (${u} matches).`,
        });
  }
  if (((u === `object` || u === `array`) && Object.assign(c, ...De), re !== void 0)) {
    const t = `${s}/if`,
      l = Object.create(null);
    if (P(e, re, n, r, i, a, o, t, l).valid) {
      if ((Object.assign(c, l), ie !== void 0)) {
        const l = P(e, ie, n, r, i, a, o, `${s}/then`, c);
        l.valid ||
          M.push(
            { instanceLocation: o, keyword: `if`, keywordLocation: t, error: `Instance does not match "then" schema.` },
            ...l.errors,
          );
      }
    } else if (ae !== void 0) {
      const l = P(e, ae, n, r, i, a, o, `${s}/else`, c);
      l.valid ||
        M.push(
          { instanceLocation: o, keyword: `if`, keywordLocation: t, error: `Instance does not match "else" schema.` },
          ...l.errors,
        );
    }
  }
  if (u === `object`) {
    if (_ !== void 0)
      for (const t of _)
        N(e, t) ||
          M.push({
            instanceLocation: o,
            keyword: `required`,
            keywordLocation: `${s}/required`,
            error: `Instance does not have required property "${t}".`,
          });
    const t = Object.keys(e);
    if (
      (ce !== void 0 &&
        t.length < ce &&
        M.push({
          instanceLocation: o,
          keyword: `minProperties`,
          keywordLocation: `${s}/minProperties`,
          error: `Instance does\
 not have at least ${ce} properties.`,
        }),
      le !== void 0 &&
        t.length > le &&
        M.push({
          instanceLocation: o,
          keyword: `maxProperties`,
          keywordLocation: `${s}\
/maxProperties`,
          error: `Instance does not have at least ${le} properties.`,
        }),
      ue !== void 0)
    ) {
      const t = `${s}/property\
Names`;
      for (const s in e) {
        const e = `${o}/${D(s)}`,
          c = P(s, ue, n, r, i, a, e, t);
        c.valid ||
          M.push(
            {
              instanceLocation: o,
              keyword: `propertyNames`,
              keywordLocation: t,
              error: `Property name "${s}\
" does not match schema.`,
            },
            ...c.errors,
          );
      }
    }
    if (de !== void 0) {
      const t = `${s}/dependantRequired`;
      for (const n in de)
        if (N(e, n)) {
          const r = de[n];
          for (const i of r)
            N(e, i) ||
              M.push({
                instanceLocation: o,
                keyword: `dependentRequired`,
                keywordLocation: t,
                error: `Instance has "${n}" but does not have "${i}".`,
              });
        }
    }
    if (fe !== void 0)
      for (const [t, l] of Object.entries(fe)) {
        const u = `${s}/dependentSchemas`;
        if (N(e, t)) {
          const s = P(e, l, n, r, i, a, o, `${u}/${D(t)}`, c);
          s.valid ||
            M.push(
              {
                instanceLocation: o,
                keyword: `dependentSchemas`,
                keywordLocation: u,
                error: `Instance has "${t}" but does not match dependant schema.`,
              },
              ...s.errors,
            );
        }
      }
    if (S !== void 0) {
      const t = `${s}\
/dependencies`;
      for (const s in S)
        if (N(e, s)) {
          const c = S[s];
          if (Array.isArray(c))
            for (const n of c)
              N(e, n) ||
                M.push({
                  instanceLocation: o,
                  keyword: `dependencies`,
                  keywordLocation: t,
                  error: `Instance has "${s}" but does not have "${n}\
".`,
                });
          else {
            const l = P(e, c, n, r, i, a, o, `${t}/${D(s)}`);
            l.valid ||
              M.push(
                {
                  instanceLocation: o,
                  keyword: `dependencies`,
                  keywordLocation: t,
                  error: `Instance has "${s}" but does not match dependant schema.`,
                },
                ...l.errors,
              );
          }
        }
    }
    let l = Object.create(null),
      u = !1;
    if (oe !== void 0) {
      const t = `${s}/properties`;
      for (const [s, d] of Object.entries(oe)) {
        if (!N(e, s)) continue;
        const f = `${o}/${D(s)}`,
          p = P(e[s], d, n, r, i, a, f, `${t}/${D(s)}`);
        if (((l[s] = !0), p.valid)) c[s] = !0;
        else if (
          ((u = i),
          M.push(
            { instanceLocation: o, keyword: `properties`, keywordLocation: t, error: `Property "${s}" does not match schema.` },
            ...p.errors,
          ),
          u)
        )
          break;
      }
    }
    if (!u && b !== void 0) {
      const t = `${s}/patternProperties`;
      for (const [s, d] of Object.entries(b)) {
        const f = new RegExp(s, `u`);
        for (const p in e) {
          if (!f.test(p)) continue;
          const m = `${o}/${D(p)}`,
            h = P(e[p], d, n, r, i, a, m, `${t}/${D(s)}`);
          (l[p] = !0),
            h.valid
              ? (c[p] = !0)
              : ((u = i),
                M.push(
                  {
                    instanceLocation: o,
                    keyword: `patternProperties`,
                    keywordLocation: t,
                    error: `Property "${p}" matches pattern "${s}\
" but does not match associated schema.`,
                  },
                  ...h.errors,
                ));
        }
      }
    }
    if (!u && se !== void 0) {
      const t = `${s}/additionalProper\
ties`;
      for (const s in e) {
        if (l[s]) continue;
        const d = `${o}/${D(s)}`,
          f = P(e[s], se, n, r, i, a, d, t);
        f.valid
          ? (c[s] = !0)
          : ((u = i),
            M.push(
              {
                instanceLocation: o,
                keyword: `additionalProperties`,
                keywordLocation: t,
                error: `Property "${s}" does not match additional properties schema.`,
              },
              ...f.errors,
            ));
      }
    } else if (!u && x !== void 0) {
      const t = `${s}/unevaluatedProperties`;
      for (const s in e)
        if (!c[s]) {
          const l = `${o}/${D(s)}`,
            u = P(e[s], x, n, r, i, a, l, t);
          u.valid
            ? (c[s] = !0)
            : M.push(
                {
                  instanceLocation: o,
                  keyword: `unevaluatedProperties`,
                  keywordLocation: t,
                  error: `Property "${s}" does not match unevaluated properties schema.`,
                },
                ...u.errors,
              );
        }
    }
  } else if (u === `array`) {
    _e !== void 0 &&
      e.length > _e &&
      M.push({
        instanceLocation: o,
        keyword: `maxItems`,
        keywordLocation: `${s}\
/maxItems`,
        error: `Array has too many items (${e.length} > ${_e}).`,
      }),
      ge !== void 0 &&
        e.length < ge &&
        M.push({
          instanceLocation: o,
          keyword: `minItems`,
          keywordLocation: `${s}/minItems`,
          error: `Array has too few items (${e.length} < ${ge}).`,
        });
    let t = e.length,
      l = 0,
      u = !1;
    if (C !== void 0) {
      const d = `${s}/prefixItems`,
        f = Math.min(C.length, t);
      for (; l < f; l++) {
        const t = P(e[l], C[l], n, r, i, a, `${o}/${l}`, `${d}/${l}`);
        if (
          ((c[l] = !0),
          !t.valid &&
            ((u = i),
            M.push(
              { instanceLocation: o, keyword: `prefixItems`, keywordLocation: d, error: `Items did not match schema.` },
              ...t.errors,
            ),
            u))
        )
          break;
      }
    }
    if (w !== void 0) {
      const d = `${s}/items`;
      if (Array.isArray(w)) {
        const s = Math.min(w.length, t);
        for (; l < s; l++) {
          const t = P(e[l], w[l], n, r, i, a, `${o}/${l}`, `${d}/${l}`);
          if (
            ((c[l] = !0),
            !t.valid &&
              ((u = i),
              M.push(
                { instanceLocation: o, keyword: `items`, keywordLocation: d, error: `Items did not match schema.` },
                ...t.errors,
              ),
              u))
          )
            break;
        }
      } else
        for (; l < t; l++) {
          const t = P(e[l], w, n, r, i, a, `${o}/${l}`, d);
          if (
            ((c[l] = !0),
            !t.valid &&
              ((u = i),
              M.push(
                { instanceLocation: o, keyword: `items`, keywordLocation: d, error: `Items did not match schema.` },
                ...t.errors,
              ),
              u))
          )
            break;
        }
      if (!u && pe !== void 0) {
        const d = `${s}\
/additionalItems`;
        for (; l < t; l++) {
          const t = P(e[l], pe, n, r, i, a, `${o}/${l}`, d);
          (c[l] = !0),
            t.valid ||
              ((u = i),
              M.push(
                {
                  instanceLocation: o,
                  keyword: `additionalItems`,
                  keywordLocation: d,
                  error: `Items did not match additional items schema.`,
                },
                ...t.errors,
              ));
        }
      }
    }
    if (he !== void 0) {
      if (t === 0 && T === void 0)
        M.push({
          instanceLocation: o,
          keyword: `contains`,
          keywordLocation: `${s}/contains`,
          error: `Array is empty. It must contain at least one item matching the schema.`,
        });
      else if (T !== void 0 && t < T)
        M.push({
          instanceLocation: o,
          keyword: `minContains`,
          keywordLocation: `${s}/minContains`,
          error: `Array has less items (${t}) than mi\
nContains (${T}).`,
        });
      else {
        let l = `${s}/contains`,
          u = M.length,
          d = 0;
        for (let s = 0; s < t; s++) {
          const t = P(e[s], he, n, r, i, a, `${o}/${s}`, l);
          t.valid ? ((c[s] = !0), d++) : M.push(...t.errors);
        }
        d >= (T || 0) && (M.length = u),
          T === void 0 && d === 0
            ? M.splice(u, 0, {
                instanceLocation: o,
                keyword: `contains`,
                keywordLocation: l,
                error: `Array does not contain item matching schema.`,
              })
            : T !== void 0 && d < T
              ? M.push({
                  instanceLocation: o,
                  keyword: `minContains`,
                  keywordLocation: `${s}/minContains`,
                  error: `Array must contain at least ${T} items matching schema. Only ${d}\
 items were found.`,
                })
              : E !== void 0 &&
                d > E &&
                M.push({
                  instanceLocation: o,
                  keyword: `maxContains`,
                  keywordLocation: `${s}/maxC\
ontains`,
                  error: `Array may contain at most ${E} items matching schema. ${d} items were found.`,
                });
      }
    }
    if (!u && me !== void 0) {
      const u = `${s}\
/unevaluatedItems`;
      for (; l < t; l++) {
        if (c[l]) continue;
        const t = P(
          e[l],
          me,
          n,
          r,
          i,
          a,
          `${o}\
/${l}`,
          u,
        );
        (c[l] = !0),
          t.valid ||
            M.push(
              {
                instanceLocation: o,
                keyword: `unevaluatedItems`,
                keywordLocation: u,
                error: `Items did not match unevaluated items schema.`,
              },
              ...t.errors,
            );
      }
    }
    if (ye)
      for (let n = 0; n < t; n++) {
        const r = e[n],
          i = typeof r == `object` && !!r;
        for (let a = 0; a < t; a++) {
          if (n === a) continue;
          const t = e[a];
          (r === t || (i && typeof t == `object` && t && ve(r, t))) &&
            (M.push({
              instanceLocation: o,
              keyword: `uniqueItems`,
              keywordLocation: `${s}\
/uniqueItems`,
              error: `Duplicate items at indexes ${n} and ${a}.`,
            }),
            (n = 2 ** 53 - 1),
            (a = 2 ** 53 - 1));
        }
      }
  } else if (u === `number`)
    n === `4`
      ? (O !== void 0 &&
          ((be === !0 && e <= O) || e < O) &&
          M.push({
            instanceLocation: o,
            keyword: `minimum`,
            keywordLocation: `${s}\
/minimum`,
            error: `${e} is less than ${be ? `or equal to ` : ``} ${O}.`,
          }),
        k !== void 0 &&
          ((A === !0 && e >= k) || e > k) &&
          M.push({
            instanceLocation: o,
            keyword: `maximum`,
            keywordLocation: `${s}/maximum`,
            error: `${e} is greater than ${A ? `or equal to ` : ``} ${k}.`,
          }))
      : (O !== void 0 &&
          e < O &&
          M.push({
            instanceLocation: o,
            keyword: `minimum`,
            keywordLocation: `${s}/mi\
nimum`,
            error: `${e} is less than ${O}.`,
          }),
        k !== void 0 &&
          e > k &&
          M.push({
            instanceLocation: o,
            keyword: `maximum`,
            keywordLocation: `${s}\
/maximum`,
            error: `${e} is greater than ${k}.`,
          }),
        be !== void 0 &&
          e <= be &&
          M.push({
            instanceLocation: o,
            keyword: `exclusiveMinimum`,
            keywordLocation: `${s}/exclusiveMinimum`,
            error: `${e} is less than ${be}.`,
          }),
        A !== void 0 &&
          e >= A &&
          M.push({
            instanceLocation: o,
            keyword: `exclusiveMaximum`,
            keywordLocation: `${s}/exclusiveMaximum`,
            error: `${e} is greater t\
han or equal to ${A}.`,
          })),
      j !== void 0 &&
        ($e(e, j) ||
          M.push({
            instanceLocation: o,
            keyword: `multipleOf`,
            keywordLocation: `${s}\
/multipleOf`,
            error: `${e} is not a multiple of ${j}.`,
          }));
  else if (u === `string`) {
    const t = xe === void 0 && Se === void 0 ? 0 : Ze(e);
    xe !== void 0 &&
      t < xe &&
      M.push({
        instanceLocation: o,
        keyword: `minLength`,
        keywordLocation: `${s}/minLength`,
        error: `\
String is too short (${t} < ${xe}).`,
      }),
      Se !== void 0 &&
        t > Se &&
        M.push({
          instanceLocation: o,
          keyword: `maxLength`,
          keywordLocation: `${s}\
/maxLength`,
          error: `String is too long (${t} > ${Se}).`,
        }),
      Ce !== void 0 &&
        !new RegExp(Ce, `u`).test(e) &&
        M.push({
          instanceLocation: o,
          keyword: `pattern`,
          keywordLocation: `${s}/pattern`,
          error: `String does not match pattern.`,
        }),
      y !== void 0 &&
        Be[y] &&
        !Be[y](e) &&
        M.push({
          instanceLocation: o,
          keyword: `format`,
          keywordLocation: `${s}/format`,
          error: `String does not match format "${y}".`,
        });
  }
  return { valid: M.length === 0, errors: M };
}
var et = 10,
  tt = 2e4,
  nt = 5e3,
  rt = 16,
  it = `the JSON Schema was not checked to its end: this value takes mor\
e than ${tt} steps`;
function at(e) {
  const t = Tt(e) ? st(e) : ut(e);
  return async (e) => {
    try {
      return await t(e);
    } catch (e) {
      if (e instanceof E) throw e;
      return { ok: !1, issues: [`the schema could not check it: ${r(e)}`] };
    }
  };
}
function ot(e, t) {
  if (!Tt(e)) return e;
  const { jsonSchema: n } = e[`~standard`],
    r = e,
    i = [
      () => n?.[t]({ target: `draft-2020-12` }),
      () => n?.[t]({ target: `draft-07` }),
      () => r.toJSONSchema?.(),
      () => r.toJsonSchema?.(),
    ];
  for (const e of i)
    try {
      const t = e();
      if (typeof t == `object` && t) return t;
    } catch {}
}
function st(e) {
  return async (t) => {
    const n = await e[`~standard`].validate(t);
    if (!ct(n))
      throw TypeError(`its \`validate\
\` must give { value } or { issues }, got ${o(n)}`);
    return n.issues === void 0 ? { ok: !0, value: n.value } : { ok: !1, issues: n.issues.slice(0, et).map(lt) };
  };
}
function ct(e) {
  return typeof e != `object` || !e ? !1 : `issues` in e && e.issues !== void 0 ? Array.isArray(e.issues) : `value` in e;
}
function lt({ path: e, message: t }) {
  const n = (e ?? []).map((e) => String(typeof e == `object` ? e.key : e));
  return n.length === 0 ? t : `${n.join(`.`)}: ${t}`;
}
function ut(e) {
  let t = _t(e),
    n = Te(t),
    r = Ct(t),
    i = 0,
    a = () => {
      if ((--i, i < 0)) throw new E(`verifier_error`, it);
    },
    o = [...new Set(Object.values(n))].filter(l);
  for (const e of o) dt(e, a);
  const s = o.some(({ uniqueItems: e }) => e === !0),
    c = (e, a, o) => ((i = a - (s ? ft(e) / rt : 0)), P(e, t, r, n, o));
  for (const e of [null, ``, 0, [], {}]) c(e, tt, !1);
  return (e) => {
    const { valid: t, errors: n } = c(e, tt, !0);
    if (t) return { ok: !0, value: e };
    let r = n;
    try {
      r = c(e, nt, !1).errors;
    } catch {}
    return { ok: !1, issues: wt(r).slice(0, et) };
  };
}
function dt(e, t) {
  const { $recursiveAnchor: n } = e;
  Object.defineProperty(e, '$recursiveAnchor', { get: () => (t(), n) });
}
function ft(e) {
  const t = [{ value: e, parent: 0, size: 0 }];
  for (let e = 0; e < t.length; e++) {
    const n = t[e],
      r = typeof n?.value == `object` && n.value !== null;
    if ((n !== void 0 && (n.size = r ? 1 : 1 / 8), r))
      for (const r of Object.values(n.value)) t.push({ value: r, parent: e, size: 0 });
  }
  let n = 0;
  for (let e = t.pop(); e !== void 0; e = t.pop()) {
    const { value: r, parent: i, size: a } = e,
      o = t[i];
    o !== void 0 && (o.size += a), Array.isArray(r) && (n += r.length * a);
  }
  return n;
}
var pt = `additionalItems additionalProperties allOf anyOf contains else if items not oneOf prefixItems propertyNames then
  unevaluatedItems unevaluatedProperties`.split(/\s+/),
  mt = [`$defs`, `definitions`, `dependencies`, `dependentSchemas`, `patternProperties`, `properties`],
  ht = new Set([
    ...pt,
    ...`$ref $recursiveRef const dependencies dependentRequired dependentSchemas enum exclusiveMaximum exclusiveMinimum format
  maxContains maximum maxItems maxLength maxProperties minContains minimum minItems minLength minProperties multipleOf nullable pattern
  patternProperties properties required type uniqueItems`.split(/\s+/),
  ]),
  gt = new Set(
    `$anchor $comment $defs $id $recursiveAnchor $schema $vocabulary contentEncoding contentMediaType contentSchema default
  definitions deprecated description example examples id readOnly title writeOnly`.split(/\s+/),
  );
function _t(e) {
  const t = (e, t) => {
    const n = t === `` ? `` : `, in \`${t}\``;
    if (!c(e)) throw TypeError(`a JSON Schema must be a plain object, got ${o(e)}${n}`);
  };
  t(e, ``);
  let n = (e, n) => (l(n) && t(n, e), typeof n == `bigint` ? void 0 : n),
    r;
  try {
    r = JSON.parse(JSON.stringify(e, n));
  } catch (e) {
    throw e instanceof TypeError && e.message.startsWith(`a JSON Schema`)
      ? e
      : TypeError(`it must be plain JSON: it holds itself, or is nested too deep`);
  }
  yt(r);
  const i = Object.keys(r),
    a = i.find((e) => !gt.has(e) && !e.startsWith(`x-`));
  if (a === void 0 || i.some((e) => ht.has(e))) return r;
  throw TypeError(
    `it has no keyword of JSON Schema, but \`${a}\`: hand in the schema itself, as in \`{ type: "object", properties: { … } }\``,
  );
}
var vt = [`array`, `boolean`, `integer`, `null`, `number`, `object`, `string`];
function yt(e) {
  const t = [[``, e]];
  for (const [e, n] of t)
    if (typeof n == `object` && n)
      for (const [r, i] of Object.entries(n)) {
        const a = `${e}${r}`,
          o = Array.isArray(n) || ht.has(r) || gt.has(r) ? `` : xt(r, ht);
        if (o) throw TypeError(`unknown keyword \`${a}\`, did you mean \`${e}${o}\`?`);
        if ((r === `type` && bt(a, i), Array.isArray(n) || pt.includes(r))) t.push([`${a}.`, i]);
        else if (mt.includes(r) && l(i))
          for (const [e, n] of Object.entries(i))
            t.push([
              `${a}\
.${e}.`,
              n,
            ]);
      }
}
function bt(e, t) {
  for (const n of [t].flat()) {
    if (vt.includes(n)) continue;
    const t = xt(String(n), vt);
    throw TypeError(`\`${e}\` must be one of ${vt.join(`, `)}, got ${JSON.stringify(n)}${t && `, did you mean "${t}"?`}`);
  }
}
function xt(e, t) {
  const n = (e) => e.replace(/[-_$]/g, ``).toLowerCase();
  for (const r of t) if (r.length > 3 && St(n(e), n(r))) return r;
  return ``;
}
function St(e, t) {
  let [n, r] = [0, 0];
  for (; n < e.length && e[n] === t[n]; ) n += 1;
  for (; r < Math.min(e.length, t.length) - n && e.at(-1 - r) === t.at(-1 - r); ) r += 1;
  const [i = ``, a = ``] = [e, t].map((e) => e.slice(n, e.length - r));
  return i.length + a.length <= (t.length < 8 ? 1 : 2) || (i.length === 2 && a === `${i[1]}${i[0]}`);
}
function Ct({ $schema: e }) {
  const t = typeof e == `string` ? /draft-0?([47])|2019-09/.exec(e) : null;
  return t === null ? `2020-12` : t[1] === `4` ? `4` : t[1] === `7` ? `7` : `2019-09`;
}
function wt(e) {
  const t = new Set();
  for (const { keywordLocation: n } of e)
    for (let e = n.lastIndexOf(`/`); e > 0; e = n.lastIndexOf(`/`, e - 1)) t.add(n.slice(0, e));
  const n = e.filter(({ keywordLocation: e }) => !t.has(e)),
    r = (n.length > 0 ? n : e).map(({ instanceLocation: e, error: t }) => {
      const n = e.replace(/^#\/?/, ``).replaceAll(`/`, `.`);
      return n === `` ? t : `${n}: ${t}`;
    });
  return [...new Set(r)];
}
function Tt(e) {
  return (typeof e != `object` && typeof e != `function`) || e === null ? !1 : typeof e[`~standard`]?.validate == `function`;
}
var Et = `a promise`;
function Dt(e, t = 0) {
  let n = 0,
    r = !1;
  for (let i = 0; i < e.length; i++) {
    const a = e[i];
    if (a === `"`) r = !r;
    else if (a === `\\` && r) i += 1;
    else {
      if (r) continue;
      a === `[` || a === `{` ? (n += 1) : (a === `]` || a === `}`) && --n;
    }
    if (n > 64 + t) return !0;
  }
  return !1;
}
var Ot = `[other]`;
function kt(e) {
  return { [Ot]: e };
}
function At(e) {
  const t = e[Ot];
  return typeof t == `string` && Object.keys(e).length === 1 ? t : void 0;
}
function jt(e) {
  const t = e
    .map((e) => (typeof e == `string` && /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(e) ? `.${e}` : `[${JSON.stringify(e)}]`))
    .join(``)
    .replace(/^\./, ``);
  return t.length <= Mt ? t : `${t.slice(0, Mt)}\u2026`;
}
var Mt = 120;
function Nt(e, t) {
  return typeof e == `string` && e.length <= t.maxChars ? { value: I(e), chars: e.length, cut: !1 } : new It(t).of(e);
}
function F(e) {
  return typeof e != `object` || !e
    ? e
    : Array.isArray(e)
      ? e.map(F)
      : Object.fromEntries(Object.entries(e).map(([e, t]) => [e, F(t)]));
}
function Pt(e) {
  const t = JSON.stringify(e);
  return t.includes(`\\ud`) ? t.replace(/\\\\|\\ud[0-9a-f]{3}/g, (e) => (e === `\\\\` ? e : `\\ufffd`)) : t;
}
function I(e) {
  return Ft(e) ? e : new C(`utf-8`, { ignoreBOM: !0 }).decode(new S().encode(e));
}
function Ft(e) {
  return e.isWellFormed?.() ?? !1;
}
var It = class {
  frames = [];
  open = new Set();
  cut = !1;
  left;
  notJson;
  tooDeep;
  options;
  constructor(e) {
    (this.left = e.maxChars), (this.options = e);
  }
  of(e) {
    const t = this.leafOrEnter(e, ``) ?? null;
    for (let e = this.frames.at(-1); e !== void 0; e = this.frames.at(-1))
      e.at >= e.length ? this.leave(e) : this.left <= 0 ? this.cutShort(e) : this.next(e);
    return { value: t, chars: this.options.maxChars - this.left, cut: this.cut, notJson: this.notJson, tooDeep: this.tooDeep };
  }
  next(e) {
    const t = e.at++;
    if (e.keys === void 0) {
      (this.left -= 5), e.into.push(this.leafOrEnter(this.read(e.from, t), String(t)) ?? null);
      return;
    }
    const n = e.keys[t];
    if ((n === `__proto__` && this.options.keys === !0 && this.met('a key `__proto__`'), n === void 0 || n === `__proto__`))
      return;
    this.left -= n.length + 3;
    const r = this.leafOrEnter(this.read(e.from, n), n);
    r !== void 0 && (e.into[n] = r);
  }
  read(e, t) {
    try {
      return e[t];
    } catch (e) {
      return this.unreadable(e);
    }
  }
  leafOrEnter(e, t) {
    switch (typeof e) {
      case `string`:
        return this.text(e);
      case `number`:
        return ((this.left -= 8), Number.isFinite(e) ? e : this.notFinite(e));
      case `boolean`:
        return ((this.left -= 4), e);
      case `bigint`:
        return this.note(e.toString(), o(e), !0);
      case `object`:
        if (e === null) return null;
        try {
          return this.enter(e, t);
        } catch (e) {
          return this.unreadable(e);
        }
      case `undefined`:
        return;
      default:
        return this.options.functions?.(this.place()) ? this.note(`[${typeof e}]`, o(e)) : void 0;
    }
  }
  notFinite(e) {
    return this.options.numbers?.(this.place()) ? (this.met(String(e)), kt(String(e))) : null;
  }
  place() {
    return this.frames.map(({ keys: e, at: t }) => (e === void 0 ? t - 1 : (e[t - 1] ?? ``)));
  }
  met(e) {
    this.notJson ??= { what: e, place: this.place() };
  }
  text(e) {
    if (e.length <= this.left) return ((this.left -= e.length + 2), I(e));
    this.cut = !0;
    let t = Math.max(this.left, 0),
      n = e.charCodeAt(t - 1);
    return (
      n >= 55296 && n <= 56319 && --t,
      (this.left = 0),
      `${e.slice(0, t)}\u2026 [cut: ${e.length - t} of ${e.length} characters left out]`
    );
  }
  enter(e, t) {
    if (e instanceof Promise) return (e.catch(() => {}), this.note(`[promise]`, Et));
    if (ArrayBuffer.isView(e) || e instanceof ArrayBuffer) return this.note(`[binary: ${e.byteLength} bytes]`, o(e));
    const n = Rt(e, t);
    if (typeof n != `object` || !n) return this.leafOrEnter(n, t);
    if (this.open.has(e) || this.open.has(n)) return this.note(`[circular]`, `a cycle`);
    if (this.frames.length >= 64) return ((this.tooDeep ??= this.place()), this.note(`[too deep]`, `what is nested too deep`));
    this.left -= 2;
    const r = Lt(e, n);
    return (this.open.add(e).add(n), this.frames.push(r), r.into);
  }
  leave(e) {
    this.frames.pop(), this.open.delete(e.from), this.open.delete(e.met);
  }
  cutShort(e) {
    const t = e.length - e.at;
    (this.cut = !0),
      e.keys === void 0
        ? e.into.push(`[cut: ${t}\
 more items left out]`)
        : (e.into[`[cut]`] = `${t} more keys left out`),
      (e.at = e.length);
  }
  unreadable(e) {
    return this.note(`[unreadable: ${r(e).slice(0, 200)}]`, `what throws when it is read`);
  }
  note(e, t, n = !1) {
    this.met(t);
    const { notes: r, read: i } = this.options;
    return !n && i?.(this.place()) === !0 ? kt(e) : (typeof r == `boolean` ? r : r(this.place())) ? this.text(e) : null;
  }
};
function Lt(e, t) {
  if (Array.isArray(t)) return { met: e, from: t, length: t.length, at: 0, into: [] };
  const n = Object.keys(t);
  return { met: e, from: t, keys: n, length: n.length, at: 0, into: {} };
}
function Rt(e, t) {
  if (e instanceof Date && Number.isNaN(e.getTime())) return NaN;
  const { toJSON: n } = e;
  return typeof n == `function`
    ? n.call(e, t)
    : e instanceof String || e instanceof Number || e instanceof Boolean
      ? e.valueOf()
      : e instanceof Set
        ? [...e]
        : e instanceof Map
          ? Object.fromEntries([...e].map(([e, t]) => [String(e), t]))
          : e instanceof Error
            ? Object.assign({ name: e.name, message: e.message }, e)
            : e;
}
var zt = /^```[^\n`]*\n([\s\S]*?)\n?```$/,
  Bt = 1500,
  Vt = class {
    jsonSchema;
    check;
    values = new Map();
    constructor(e) {
      try {
        (this.jsonSchema = ot(e, `input`)), (this.check = at(e));
      } catch (e) {
        throw new t(`invalid_task`, `\`outputSchema\` cannot be used: ${r(e)}`, { cause: e });
      }
    }
    async verify(e) {
      const t = Ht(e);
      if (!t.ok)
        return {
          passed: !1,
          issues: [
            `the answer must be JSON and nothing else:\
 ${t.why}${this.wanted()}`,
          ],
        };
      const n = await this.check(t.value);
      return n.ok ? (this.values.set(e, n.value), { passed: !0 }) : { passed: !1, issues: n.issues };
    }
    wanted() {
      const e = this.jsonSchema === void 0 ? `` : JSON.stringify(this.jsonSchema);
      return e === `` || e.length > Bt
        ? ``
        : `; its JSON Schema\
: ${e}`;
    }
    async read(e) {
      return (this.values.has(e) || (await this.verify(e)), this.values.has(e) ? { object: this.values.get(e) } : void 0);
    }
  };
function Ht(e) {
  const t = e.trim(),
    n = zt.exec(t)?.[1] ?? t;
  if (Dt(n)) return { ok: !1, why: `it is nested deeper than 64` };
  try {
    return { ok: !0, value: JSON.parse(n) };
  } catch (e) {
    return { ok: !1, why: r(e) };
  }
}
function Ut(e) {
  if (typeof e != `object` || !e || !(`trace` in e)) return e;
  const { trace: t, score: n, ...r } = e;
  return typeof t == `object` && t ? { ...t, ...r } : e;
}
var Wt = class {
  ended = !1;
  reason = void 0;
  listeners = new Set();
  end(e) {
    if (!this.ended) {
      (this.ended = !0), (this.reason = e);
      for (const e of [...this.listeners]) e();
      this.listeners.clear();
    }
  }
  on(e) {
    this.listeners.add(e);
  }
  off(e) {
    this.listeners.delete(e);
  }
};
function Gt(e, t) {
  if (e === void 0) return () => {};
  if (e.aborted) return (t.end(e.reason), () => {});
  const n = qt.get(e) ?? Jt(e);
  return (
    n.add(t),
    () => {
      n.delete(t), n.size === 0 && n.stop();
    }
  );
}
var Kt = class extends Set {
    stop = () => {};
  },
  qt = new WeakMap();
function Jt(e) {
  const t = new Kt(),
    n = () => {
      for (const n of [...t]) n.end(e.reason);
    };
  return (
    e.addEventListener(`abort`, n),
    (t.stop = () => {
      e.removeEventListener(`abort`, n), qt.delete(e);
    }),
    qt.set(e, t),
    t
  );
}
function Yt() {
  if (typeof AbortController == `function`) return new AbortController();
  const e = new Xt();
  return { signal: e, abort: (t) => e.fire(t) };
}
var Xt = class {
  aborted = !1;
  reason = void 0;
  onabort = null;
  listeners = new Set();
  addEventListener(e, t) {
    e === `abort` && this.listeners.add(t);
  }
  removeEventListener(e, t) {
    this.listeners.delete(t);
  }
  throwIfAborted() {
    if (this.aborted) throw this.reason;
  }
  fire(e) {
    if (this.aborted) return;
    (this.aborted = !0), (this.reason = e);
    const t = { type: `abort`, target: this };
    for (const e of [this.onabort, ...this.listeners])
      try {
        typeof e == `function` ? e(t) : e?.handleEvent(t);
      } catch {}
  }
};
function Zt(e, t, n) {
  return new Promise((r) => {
    let i = new $t(),
      a,
      o = (e) => {
        i.close(), a !== void 0 && clearTimeout(a), t.off(s), r(e);
      },
      s = () => {
        o({ how: `aborted` }), i.abandon(t.reason);
      },
      c = () => {
        o({ how: `timeout` }), i.abandon(tn(n));
      };
    if (t.ended) return s();
    t.on(s), n <= 2147483647 && typeof setTimeout == `function` && (a = setTimeout(c, n)), Qt(() => e(i), o);
  });
}
function Qt(e, t) {
  try {
    const n = e();
    if (!en(n)) return t({ how: `returned`, value: n });
    Promise.resolve(n).then(
      (e) => t({ how: `returned`, value: e }),
      (e) => t({ how: `threw`, error: e }),
    );
  } catch (e) {
    t({ how: `threw`, error: e });
  }
}
var $t = class {
  open = !0;
  controller;
  aborted;
  get signal() {
    return (
      (this.controller ??= Yt()), this.aborted !== void 0 && this.controller.abort(this.aborted.reason), this.controller.signal
    );
  }
  isOpen() {
    return this.open;
  }
  close() {
    this.open = !1;
  }
  abandon(e) {
    (this.open = !1), (this.aborted = { reason: e }), this.controller?.abort(e);
  }
};
function en(e) {
  return typeof e == `object` && !!e && `then` in e;
}
function tn(e) {
  const t = `no answer within ${e}\
 ms`;
  return typeof DOMException == `function`
    ? new DOMException(t, `TimeoutError`)
    : Object.assign(Error(t), { name: `TimeoutError` });
}
var nn = Symbol.for(`reflect-engine.events`),
  rn = class {
    static name = `RunStream`;
    result;
    ending = new Wt();
    events = [];
    over = !1;
    waiting = [];
    constructor(e, t) {
      const { onStep: n, onDraft: r, onCall: i, signal: a } = t,
        o = (e) => {
          this.events.push(e), this.wake();
        },
        s = (e) => (o(e), n?.(F(e))),
        c = (e) => (o(e), r?.(F(e)));
      this.result = e({ onStep: s, onDraft: r && c, onCall: i, signal: a }, this.ending);
      const l = () => {
        (this.over = !0), this.wake();
      };
      this.result.then(l, l);
    }
    [Symbol.asyncIterator]() {
      return this.iterate(({ type: e }) => !e.startsWith(`draft.`));
    }
    [nn]() {
      return this.iterate(() => !0);
    }
    get textStream() {
      const { result: e } = this;
      return {
        async *[Symbol.asyncIterator]() {
          const { output: t } = await e;
          t !== `` && (yield t);
        },
      };
    }
    abort(e) {
      this.ending.end(e);
    }
    async [Symbol.asyncDispose]() {
      this.abort(),
        await this.result.then(
          () => {},
          () => {},
        );
    }
    iterate(e) {
      let t = 0,
        n = !1,
        r = { done: !0, value: void 0 };
      return {
        next: async () => {
          for (; !n; ) {
            const n = this.events[t];
            if (n !== void 0) {
              if (((t += 1), e(n))) return { done: !1, value: F(n) };
            } else {
              if (this.over) break;
              await new Promise((e) => this.waiting.push(e));
            }
          }
          return (n || ((n = !0), await this.result), r);
        },
        return: async () => ((n = !0), this.wake(), r),
        [Symbol.asyncIterator]() {
          return this;
        },
      };
    }
    wake() {
      for (const e of this.waiting.splice(0)) e();
    }
  };
function an() {
  throw (
    i(this),
    new t(`misuse`, '`run` gives a promise: write `await engine.run(…)`, or `for await (const step of engine.stream(…))`')
  );
}
function on(e) {
  return ((e[Symbol.asyncIterator] = an), e);
}
var sn = `AGFzbQEAAAABGARgA39/fwF/YAJ/fwF/YAF/AGADf39/AAMHBgABAgABAwUDAQAQBhkDfwFBgIDAAAt/AEGAgMAAC38AQYCAwAALB0AFBm1lbW9yeQIAD19fc3RhY2tfcG9pbnRlcgMABmRlY29kZQAFCl9fZGF0YV9lbmQDAQtfX2hlYXBfYmFzZQMCCrYKBjsBBH9BASEDA0AgAiAERwRAIAAgASADahABIgYgA0EBdHIhAyAGIAR0IAVyIQUgBEEBaiEEDAELCyAFC3sBBH8gAUH75wBLBEAAC0EBIQMgACABQQF0aiIBIAAoAhAiBCABLwEUIgIgACgCDCIFQQt2bCIBSQR/QQAhA0GAECACa0Hg/wNxQQV2IAJqBSAAIAQgAWs2AhAgBSABayEBIAIgAkEFdmsLOwEUIAAgATYCDCAAEAIgAwtTAQF/IAAoAgwiAUH///8HTQRAIAAgAUEIdDYCDCAAKAIIIgEgACgCBE8EQAAFIAAgAUEBajYCCCAAIAAoAgAgAWotAAAgACgCEEEIdHI2AhALCws2AQJ/IAIhBEEBIQMDQCAEBEAgACABIANqEAEgA0EBdHIhAyAEQQFrIQQMAQsLIANBfyACdGoLRwEBfyABQQFqIQIgACABEAFFBEAgACACQQMQA0ECag8LIAAgAhABBH8gACABQRFqQQgQA0ESagUgACABQQlqQQMQA0EKagsLqAcBEX8jAEGQoANrIgMkACABQQVJBEAACyAAIAFqIQ4DQCAAIARqLQAAIAVBCHRyIQUgBEEBaiIEQQVHDQALQQAhBANAIARB+M8BRwRAIANBmNABaiAEakGACDsBACAEQQJqIQQMAQsLIAMgBTYCHCADQoWAgIBwNwIUIAMgATYCECADIAA2AgwgA0EgaiADQZjQAWpB+M8B/AoAAANAAkAgBiACIAIgBkkbIQggBiAOaiELIAlBf3MhDANAIAYgCEYNASADQQxqIAcQAUUEQCAGBH8gBiAOakEBay0AAEEEdkGABmxB/AdqBUH8BwshAEEBIQQgB0EHTwRAAkAgBiAMaiIFIAJPBEAACyAAQYACaiEQIAUgDmotAAAhBQNAIARBAXQiESADQQxqIAQgEGogBUEHdkEBcSISQQh0ahABIhNyIQQgEiATRw0BIAVBAXQhBSARQYACSQ0ACwsLA0AgBEH/AU0EQCADQQxqIAAgBGoQASAEQQF0ciEEDAELCyAGIA5qIAQ6AAAgB0EDQQYgB0EKSRtrIgBBACAAIAdNGyEHIAtBAWohCyAGQQFqIQYMAQsLIANBDGoiACAHQQxqEAEEfwJ/IAAgB0EYahABBEAgACAHQSRqEAEEQCAKIA8gACAHQTBqEAEiBRshACAPIAogBRshCiANIQ8FIA0hAAsFIAAgB0E8ahABRQRAQQkhCCAJIQAgDSEJQQEMAgsgCSEAIA0hCQtBCCEIIANBDGpB6gUQBAshBEELIAggB0EGSxsFIANBDGoiBUHYAxAEIgRBAmshACAFQQMgACAAQQNPG0EGdEHIAGpBBhADIgBBBE8EQCAAQQFxQQJyIABBAXYiCEEBayIMdCEKIABBDkkEfyAFIAogAGtByAJqIAwQACAKagUgCEEFayEFQQAhCANAIAUEQCADIAMoAhhBAXYiADYCGCADKAIcIhAgAE8hDCADIBAgAEEAIAwbazYCHCAIQQF0IAxyIQggBUEBayEFIANBDGoQAgwBCwsgA0EMakHIA0EEEAAgCEEEdCAKamoLIQALIA8hCiANIQ9BB0EKIAdBB0kbCyEHIAkhDSAEIAZqIABBf3MhCQNAIAQEQCAGIAlqIAJPBEAACyACIAZNBEAABSALIAkgC2otAAA6AAAgBEEBayEEIAtBAWohCyAGQQFqIQYMAgsACwsgACEJIQYMAQsLIAMoAhQgAUcEQAALIAMoAhwEQAAFIANBkKADaiQACws=`,
  cn = 65536;
function ln(e) {
  const [n = ``, i = ``, a = ``] = e.split(` `);
  try {
    return new WebAssembly.Module(un(n, Number(i)) ?? pn(dn(a), Number(i)));
  } catch (e) {
    throw new t(
      `no_wasm`,
      `this host compiles no WebAssembly (${r(e)}): a page must allow 'wasm-unsafe-eval' in the script-src of its Content-Security-Policy, and a host that compiles ahead of time takes \`reflect-engine/slim\``,
      { cause: e },
    );
  }
}
function un(e, t) {
  try {
    return;
  } catch {
    return;
  }
}
function dn(e, t = globalThis) {
  if (typeof t.Uint8Array.fromBase64 == `function`) return t.Uint8Array.fromBase64(e);
  if (typeof t.Buffer?.from == `function`) return t.Buffer.from(e, `base64`);
  if (typeof t.atob == `function`) {
    const n = t.atob(e),
      r = new Uint8Array(n.length);
    for (let e = 0; e < n.length; e++) r[e] = n.charCodeAt(e);
    return r;
  }
  return fn(e);
}
function fn(e) {
  const t = new Uint8Array(128);
  for (let e = 0; e < 64; e++) t[`ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/`.charCodeAt(e)] = e;
  const n = e.endsWith(`==`) ? 2 : +!!e.endsWith(`=`),
    r = new Uint8Array((e.length / 4) * 3 - n),
    i = (n) => t[e.charCodeAt(n)] ?? 0;
  for (let t = 0, n = 0; t < e.length; t += 4) {
    const e = (i(t) << 18) | (i(t + 1) << 12) | (i(t + 2) << 6) | i(t + 3);
    (r[n++] = e >> 16), (r[n++] = e >> 8), (r[n++] = e);
  }
  return r;
}
function pn(e, t) {
  const { exports: n } = new WebAssembly.Instance(new WebAssembly.Module(dn(sn))),
    { memory: r, decode: i } = n,
    a = r.buffer.byteLength;
  return (
    r.grow(Math.ceil((e.length + t) / cn)),
    new Uint8Array(r.buffer).set(e, a),
    i(a, e.length, t),
    new Uint8Array(r.buffer, a + e.length, t)
  );
}
var mn = class {
  raw;
  numbers = new Float64Array();
  decoder = new C(`utf-8`, { ignoreBOM: !0 });
  constants = new Map();
  keys = { place: 0, name: ``, next: void 0, others: void 0 };
  schemas = new Map();
  buffer;
  bytes = new Uint8Array();
  constructor(e) {
    this.raw = e;
  }
  look() {
    const { buffer: e } = this.raw.memory;
    e !== this.buffer && ((this.buffer = e), (this.bytes = new Uint8Array(e)), (this.numbers = new Float64Array(e)));
  }
  text(e, t) {
    if (t > 48) return this.decoder.decode(this.bytes.subarray(e, e + t));
    let n = ``;
    for (let r = e; r < e + t; r++) {
      const i = this.bytes[r];
      if (i > 127) return this.decoder.decode(this.bytes.subarray(e, e + t));
      n += String.fromCharCode(i);
    }
    return n;
  }
  constant(e, t) {
    const n = this.constants.get(e);
    if (n !== void 0 && n.length === t) return n.text;
    const r = this.text(e, t);
    return (this.constants.set(e, { length: t, text: r }), r);
  }
  keyBehind(e, t) {
    e.others ??= new Map();
    let n = e.others.get(t);
    if (n === void 0) {
      const [r] = Object.keys({ [this.text(Math.floor(t / 1024), (t / 16) % 64)]: 0 });
      (n = { place: t, name: r, next: void 0, others: void 0 }), e.others.set(t, n);
    }
    return ((e.next = n), n);
  }
  schema(e, t) {
    let n = this.schemas.get(e);
    return (n === void 0 && ((n = hn(JSON.parse(this.text(e, t)))), this.schemas.set(e, n)), n);
  }
};
function hn(e) {
  for (const t of Object.values(e)) typeof t == `object` && t && hn(t);
  return Object.freeze(e);
}
var gn = [];
function _n(e, t) {
  let n;
  return () => {
    if (n === void 0) {
      const r = e.initSync({ module: ln(t) });
      (n = { glue: e, raw: r, memory: new mn(r) }), gn.push(r);
    }
    return n;
  };
}
function L(e) {
  const t = gn.map(({ __stack_pointer: e }) => ({ stack: e, at: e.value }));
  try {
    return e();
  } catch (e) {
    for (const { stack: e, at: n } of t) e.value = n;
    throw bn(e);
  }
}
function vn(e, t) {
  try {
    return t();
  } catch (t) {
    throw (n(t) && t.code !== `engine_trap` && e.free(), t);
  }
}
function yn({ __stack_pointer: e }, t) {
  const n = e.value;
  try {
    return t();
  } catch (t) {
    throw ((e.value = n), t);
  }
}
function bn(e) {
  return n(e) ? e : wn(e) ? new t(e.code, e.message) : Cn(e) ? Sn(`the engine trapped`, e) : e;
}
function xn(e) {
  const t = bn(e);
  return n(t) ? t : Sn(`the engine failed`, t);
}
function Sn(e, n) {
  return new t(`engine_trap`, `${e}: ${r(n)}`, { cause: n });
}
function Cn(e) {
  return e instanceof Error && e.name === `RuntimeError`;
}
function wn(e) {
  return typeof e == `object` && !!e && !(e instanceof Error) && `code` in e && typeof e.code == `string`;
}
var Tn = 0,
  En = 1,
  Dn = 2,
  On = 3,
  kn = 4,
  An = 5,
  jn = 6,
  Mn = 7,
  Nn = 8,
  Pn = 9,
  Fn = 10,
  In = 11,
  Ln = 12,
  Rn = 13,
  zn = 14;
function Bn(e, t) {
  const n = L(t);
  return new Un(e().memory).read(n);
}
var Vn = 64,
  Hn = [],
  Un = class {
    memory;
    texts;
    numbers;
    at = 0;
    letters = 0;
    constructor(e, t = Hn) {
      (this.memory = e), (this.numbers = e.numbers), (this.texts = t);
    }
    read(e) {
      return (
        this.memory.look(),
        (this.numbers = this.memory.numbers),
        (this.at = (e >>> 0) / 8),
        (this.letters = this.number()),
        this.value()
      );
    }
    number() {
      return this.numbers[this.at++];
    }
    value() {
      return this.tagged(this.number());
    }
    tagged(e) {
      switch (e) {
        case On:
          return this.number();
        case Pn:
          return this.memory.constant(this.number(), this.number());
        case kn:
          return this.memory.text(this.letters + this.number(), this.number());
        case Fn:
          return this.host();
        case In:
          return this.rope();
        case zn:
          return this.struct();
        case An:
          return this.list();
        case jn:
          return this.map();
        case En:
          return !1;
        case Dn:
          return !0;
        case Ln:
          return this.json();
        case Rn:
          return this.part();
        default:
          return null;
      }
    }
    list() {
      const e = [];
      for (; this.goesOn(); ) e.push(this.value());
      return e;
    }
    struct() {
      let { memory: e, numbers: t } = this,
        n = {},
        { keys: r } = e,
        { at: i } = this;
      for (;;) {
        const a = t[i++] | 0;
        if (a === Nn) break;
        const o = a & 15,
          s = a ^ o;
        (r = r.next?.place === s ? r.next : e.keyBehind(r, s)),
          o === On ? (n[r.name] = t[i++]) : ((this.at = i), (n[r.name] = this.tagged(o)), (i = this.at));
      }
      return ((this.at = i), n);
    }
    map() {
      const e = {};
      for (; this.goesOn(); ) {
        const t = this.value(),
          n = this.value();
        t === `__proto__`
          ? Object.defineProperty(e, t, { value: n, enumerable: !0, configurable: !0, writable: !0 })
          : (e[t] = n);
      }
      return e;
    }
    goesOn() {
      const e = this.numbers[this.at] !== Nn;
      return (e || (this.at += 1), e);
    }
    host() {
      const e = this.texts[this.number()],
        t = this.number(),
        n = this.number();
      return n === e.length ? e : e.substring(t, t + n);
    }
    rope() {
      this.at += 1;
      let e = ``;
      for (; this.goesOn(); ) e += this.value();
      return e;
    }
    part() {
      const [e, t] = this.value();
      return Object.assign(e, { text: t });
    }
    json() {
      const { at: e, numbers: t } = this,
        [n, r, i] = [t[e], t[e + 1], t[e + 2]];
      return n !== Pn || i < Vn ? Wn(this.value()) : ((this.at += 3), this.memory.schema(r, i));
    }
  };
function Wn(e) {
  return e.includes(`__proto__`) ? JSON.parse(e, Gn) : JSON.parse(e);
}
function Gn(e, t) {
  return typeof t == `object` && t && Object.hasOwn(t, `__proto__`)
    ? Object.fromEntries(Object.entries(t).filter(([e]) => e !== `__proto__`))
    : e === `__proto__`
      ? void 0
      : t;
}
var Kn = { depth: 6, entries: 1e4 },
  qn = { depth: 66, entries: 1 / 0 };
function R(e, t = Kn) {
  const n = new Xn(t.entries);
  return (
    n.add(e === void 0 ? {} : e, t.depth),
    (Jn ??= new S()),
    [new Float64Array(n.numbers), n.letters === `` ? Yn : Jn.encode(n.letters)]
  );
}
var Jn,
  Yn = new Uint8Array(),
  Xn = class {
    numbers = [];
    letters = ``;
    entries;
    constructor(e) {
      this.entries = e;
    }
    add(e, t) {
      typeof e == `string`
        ? this.text(kn, e)
        : typeof e == `number`
          ? this.numbers.push(On, e)
          : typeof e == `boolean`
            ? this.numbers.push(e ? Dn : En)
            : e === null
              ? this.numbers.push(Tn)
              : typeof e == `object`
                ? t === 0
                  ? this.text(Mn, `something nested too deep`)
                  : this.hold(this.heldBy(e), t - 1)
                : this.text(Mn, e === void 0 ? `undefined` : o(e));
    }
    text(e, t) {
      const n = I(t);
      this.numbers.push(e, n.length), (this.letters += n);
    }
    hold(e, t) {
      if (typeof e == `string`) return this.text(Mn, e);
      const { keys: n, values: r } = e;
      this.numbers.push(n === void 0 ? An : jn);
      for (let e = 0; e < r.length; e++) {
        const i = n?.[e];
        (i !== void 0 && r[e] === void 0) || (i !== void 0 && this.text(kn, i), this.add(r[e], t));
      }
      this.numbers.push(Nn);
    }
    heldBy(e) {
      try {
        if (Array.isArray(e)) return e.length > this.entries ? `a list of ${e.length} entries` : { values: [...e] };
        const t = p(e) ? o(e) : At(e);
        if (t !== void 0) return t;
        const n = Object.keys(e);
        return n.length > this.entries ? `an object of ${n.length} entries` : { keys: n, values: n.map((t) => e[t]) };
      } catch {
        return `something that throws when it is read`;
      }
    }
  },
  Zn = `outputSchema`,
  Qn = `usable`,
  $n = `answer`,
  er = Symbol.for(`reflect-engine.critic`);
function tr(e) {
  return l(e) && e[er] === !0;
}
var nr = `must return a string or { content, toolCalls: [{ id, name, arguments }], finishReason, usage: { inputTokens, outputTokens } }`,
  rr =
    '`contents` must hold 1 to `n` texts, or { content, finishReason?, metadata? }, where `n` is asked for; nothing else is said beside',
  ir = [`content`, `contents`, `toolCalls`, `toolResults`, `finishReason`, `usage`],
  ar = [`inputTokens`, `outputTokens`, `totalTokens`],
  or = {
    inputTokens: [`prompt_tokens`],
    outputTokens: [`completion_tokens`],
    totalTokens: [`total_tokens`],
    cachedTokens: [`prompt_tokens_details`, `cached_tokens`],
    reasoningTokens: [`completion_tokens_details`, `reasoning_tokens`],
  },
  sr = 5;
function cr(e) {
  if (!l(e) || !l(e.usage)) return e;
  const t = { ...e.usage };
  if (!z(t, `prompt_tokens`) && !z(t, `completion_tokens`)) return e;
  for (const [e, [n, r]] of Object.entries(or)) {
    const i = t[n],
      a = r === void 0 ? i : l(i) ? i[r] : void 0;
    !z(t, e) && a !== void 0 && (t[e] = a);
  }
  return { ...e, usage: t };
}
function lr(e, t, n, r = 0) {
  if (!l(n)) return;
  const { toolCalls: i, usage: a, contents: s = null } = n,
    u = (t) => `${e} ${nr}, got ${t}`,
    d = ur(n, ir) ?? (l(a) ? ur(a, ar) : void 0);
  if (d !== void 0) return u(d);
  const f = Array.isArray(i) && i.length > 0,
    p = Object.keys(n).filter((e) => z(n, e) && e !== `toolCalls`);
  return s === null
    ? (n.content ?? null) === null && !f && (p.length > 0 || !c(t))
      ? u(dr(o(t), p))
      : f && !i.every(pr)
        ? u('a tool call without `name` or `arguments`')
        : void 0
    : Array.isArray(s) && s.length > 0 && s.length <= r && s.every(fr) && !z(n, `content`) && !f
      ? void 0
      : rr;
}
function ur(e, t) {
  const n = e;
  for (const e of Object.keys(n)) {
    const r = t.find((t) => t !== e && t.toLowerCase() === e.replace(/[_-]/g, ``).toLowerCase());
    if (r !== void 0 && z(n, e) && (n[r] ?? null) === null) return `\`${e}\` in place of \`${r}\``;
  }
}
function dr(e, t) {
  const n = t.slice(0, sr).map((e) => `\`${e}\``);
  return n.length === 0 ? e : `${e} with ${n.join(`, `)}`;
}
function fr(e) {
  return typeof (l(e) ? e.content : e) == `string`;
}
function pr(e) {
  return l(e) && z(e, `name`) && `arguments` in e;
}
function z(e, t) {
  const n = e[t];
  return n != null && !(Array.isArray(n) && n.length === 0);
}
var mr = 16777216,
  hr = 1e6;
function gr(e) {
  return new E(`bad_response`, e);
}
function _r(e, t, n, r) {
  switch (e.kind) {
    case `model`: {
      const i = r?.begin(e);
      return { call: e, deltas: i, untimed: t.gate === !0 && e.purpose !== `critique`, work: (r) => Pr(e, t, n, r, i) };
    }
    case `tool`:
      return { call: e, work: (n) => Rr(e, t, n) };
    case `verify`:
      return { call: e, work: (n) => zr(e, t, n) };
    default:
      return a(e);
  }
}
var vr = [`inputTokens`, `outputTokens`, `totalTokens`, `cachedTokens`, `reasoningTokens`, `costUsd`];
function yr(e) {
  try {
    return br(e);
  } catch {
    return;
  }
}
function br(e) {
  if (typeof e == `string`) return xr(e) ? e : void 0;
  if (typeof e != `object` || !e || Object.getPrototypeOf(e) !== Object.prototype) return;
  const t = {};
  for (const n in e) {
    const r = e[n];
    if (n === `usage`) {
      const e = Sr(r);
      if (e === void 0) return;
      t.usage = e;
    } else if ((n === `content` || n === `finishReason` || n === `model`) && typeof r == `string`) t[n] = r;
    else return;
  }
  const { content: n } = t;
  return n !== void 0 && xr(n) ? t : void 0;
}
function xr(e) {
  return e.length <= mr && Ft(e);
}
function Sr(e) {
  if (typeof e != `object` || !e || `then` in e) return;
  const t = {};
  for (const n in e) {
    const r = e[n];
    if (typeof r != `number` || !(r >= 0) || r === 1 / 0) return;
    const i = vr.find((e) => e === n);
    if (i === void 0) return;
    t[i] = r;
  }
  return t;
}
function Cr(e, t) {
  return e.kind === `tool` ? { reply: Nt(t, { maxChars: hr, notes: !0 }).value } : wr(e, t);
}
function wr(e, t) {
  const { kind: n } = e,
    r = n === `verify` ? `the verifier` : e.purpose === `critique` ? `the critic` : `the model`;
  if (n === `verify` && typeof t == `boolean`) return { reply: t };
  if (typeof t != `string` && typeof t != `object`)
    return B(
      `${
        n === `verify`
          ? Er
          : `${r} must re\
turn a string or { content }`
      }, got ${o(t)}`,
    );
  const {
    value: i,
    cut: a,
    notJson: s,
    tooDeep: c,
  } = Nt(t, { maxChars: mr, notes: n === `model` && Tr, numbers: ([e]) => n === `verify` && e === `score` });
  if (s?.what === `a promise`)
    return B(`${r} returned a promise at \`${jt(s.place)}\
\`: await it`);
  if (c !== void 0) return B(`${r} returned \`${jt(c)}\`, which is nested deeper than 64`);
  if (a)
    return B(`${r}\
 returned more than ${mr} characters`);
  const l = n === `model` ? cr(i) : i,
    u = n === `model` ? lr(r, t, l, e.n) : void 0;
  return u === void 0 ? { reply: l } : B(u);
}
function Tr(e) {
  const [t, n, r] = e[0] === `contents` ? e.slice(2) : e;
  return t === `content`
    ? typeof n == `number` && r !== void 0 && r !== `type` && r !== `text`
    : t === `metadata` || (t === `toolCalls` && r === `metadata`);
}
var Er = `a verdict must be true or false, an issue, a list of issues or { passed, issues?, score? }`;
function B(e) {
  return { error: { code: `bad_response`, message: e } };
}
function Dr(e, t) {
  switch (t.how) {
    case `returned`: {
      const n = e.kind === `model` ? yr(t.value) : void 0;
      return n === void 0 ? Cr(e, t.value) : { modelAnswer: n };
    }
    case `threw`:
      return jr(e, t.error);
    case `timeout`:
      return {
        error: {
          code: `timeout`,
          message: `no answer within ${e.timeoutMs} ms (see \`budget.${Or[e.kind]}\
\`)`,
        },
      };
    case `aborted`:
      return { error: kr };
    default:
      return a(t);
  }
}
var Or = { model: `callTimeoutMs`, tool: `callTimeoutMs`, verify: `verifierTimeoutMs` },
  kr = { code: `aborted`, message: `the run was aborted` },
  Ar = { model: `model_error`, tool: `tool_error`, verify: `verifier_error` };
function jr(e, t) {
  return Mr(e, t) ?? { error: { code: Ar[e.kind], message: _e(r(t)) } };
}
function Mr(e, t) {
  const n = ge(t);
  return n === void 0
    ? e.kind === `verify` && e.verifier !== `answer` && Nr(t)
      ? { reply: { passed: !1, issues: [_e(r(t))] } }
      : void 0
    : { error: n };
}
function Nr(e) {
  try {
    return typeof e == `object` && !!e && e.name === `AssertionError`;
  } catch {
    return !1;
  }
}
function Pr(e, t, n, r, i) {
  const a = e.purpose === `critique` ? t.critics[e.critic ?? 0] : t.model;
  if (a === void 0)
    throw new E(
      `model_error`,
      `the task has no model for \`${e.callId}\
\``,
    );
  const o = new Ir(e, n, r);
  if (
    (e.tools !== void 0 && (o.tools = e.tools),
    e.n !== void 0 && (o.n = e.n),
    e.drafts !== void 0 && (o.drafts = e.drafts),
    e.responseSchema !== void 0 && (o.responseSchema = e.responseSchema),
    e.criticFeedback !== void 0 && (o.criticFeedback = e.criticFeedback),
    i?.attempt !== void 0)
  ) {
    const e = i.attempt();
    o.onDelta = (t) => {
      r.isOpen() && typeof t == `string` && e(t);
    };
  }
  return a(o);
}
var Fr = class {
    #e;
    constructor(e) {
      this.#e = e;
    }
    get signal() {
      return this.#e.signal;
    }
  },
  Ir = class extends Fr {
    runId;
    callId;
    purpose;
    iteration;
    attempt;
    messages;
    idempotencyKey;
    constructor(e, t, n) {
      super(n),
        (this.runId = t),
        (this.callId = e.callId),
        (this.purpose = e.purpose),
        (this.iteration = e.iteration),
        (this.attempt = e.attempt),
        (this.messages = e.messages),
        (this.idempotencyKey = e.idempotencyKey);
    }
  },
  Lr = ' (no model was given this schema, of which its library makes no JSON Schema: give the tool `parameters`)';
async function Rr(e, t, n) {
  const i = t.tools.get(e.toolName);
  if (i === void 0) throw new E(`unknown_tool`, `the task has no tool \`${e.toolName}\``);
  const a = await i.check(Hr(e)).catch((e) => ({ ok: !1, issues: [r(e)] }));
  if (!a.ok) throw new E(`invalid_arguments`, a.issues.join(`; `) + (i.isUntold ? Lr : ``));
  if (!n.isOpen()) return null;
  const { callId: o, toolCallId: s, idempotencyKey: c } = e;
  return i.tool.execute(a.value, Object.assign(new Fr(n), { callId: o, toolCallId: s, idempotencyKey: c }));
}
function zr(e, { output: t, usable: n, answer: r, verifiers: i }, a) {
  if (e.verifier === `usable` && n !== void 0) return Br(n(e.draft, new Fr(a)));
  if (e.verifier === `answer` && r !== void 0) return Vr(r(e.draft, new Fr(a)));
  if (e.verifier === `outputSchema` && t !== void 0) return t.verify(e.draft);
  const o = i.get(e.verifier);
  if (o === void 0) throw new E(`verifier_error`, `the task has no verifier \`${e.verifier}\``);
  return o(e.draft, new Fr(a));
}
async function Br(e) {
  const t = await e;
  if (typeof t != `boolean`) throw gr(`\`usable\` must return true or false, got ${o(t)}`);
  return { passed: t };
}
async function Vr(e) {
  const t = await e;
  if (t !== void 0 && typeof t != `string`) throw gr(`\`answer\` must return a string or undefined, got ${o(t)}`);
  return t ?? null;
}
function Hr({ args: e }) {
  return Nt(e, { maxChars: 2 ** 53 - 1, notes: !0 }).value;
}
var Ur = `reflect-engine/run`,
  Wr = class {
    key;
    runId;
    run;
    log = [];
    steps = [];
    texts = [];
    memory;
    reader;
    origin;
    startedMs;
    seed;
    nextNumber = 0;
    latest;
    constructor(e, t, n = e.runId) {
      const { run: r, key: i, startedMs: a, origin: o } = e;
      i !== void 0 && r.setKey(i),
        (this.run = r),
        (this.memory = t),
        (this.reader = new Un(t, this.texts)),
        (this.origin = o),
        (this.startedMs = a),
        (this.seed = r.seed()),
        (this.key = r.key()),
        (this.runId = n ?? this.key);
    }
    poll(e, t = !0) {
      const n = this.reader.read(this.guarded(() => this.run.poll(e, t))),
        r = this.run.advancedMs();
      Number.isNaN(r) || this.log.push({ at: r, do: `advance` });
      for (const e of n)
        e.type === `step`
          ? this.steps.push(e.step)
          : e.type === `call`
            ? (e.number = this.nextNumber++)
            : (e.result = this.completed(e.result));
      return n;
    }
    answer(e, t, n) {
      const { callId: r } = e.call;
      if (`error` in t) {
        const { code: i, message: a } = t.error;
        this.apply({ at: n, do: `fail`, call: r, code: i, message: a }, () => this.run.fail(e.number, i, a, n));
      } else {
        const i = `modelAnswer` in t ? t.modelAnswer : t.reply;
        this.apply({ at: n, do: `reply`, call: r, value: i }, () => this.reply(e, t, n));
      }
    }
    reply({ number: e }, t, n) {
      const r = `modelAnswer` in t ? t.modelAnswer : t.reply;
      this.run.reply(e, ...R(r, qn), void 0, n);
    }
    get replies() {
      const { log: e, latest: t } = this;
      return (t === void 0 || e.includes(t) ? e : [...e, t]).flatMap((e) =>
        e.do === `reply` ? [l(e.value) ? e.value : { content: e.value }] : [],
      );
    }
    abort(e, t, n) {
      const r = Uint32Array.from(t, ({ number: e }) => e),
        i = t.map(({ call: e }) => e.callId);
      this.apply({ at: n, do: `abort`, message: e, unmade: i }, () => this.run.abort(e, r, n));
    }
    review(e, t, n) {
      this.apply({ at: n, do: `review`, accepted: e, message: t ?? null }, () => this.run.review(e, t, n));
    }
    resume(e, t, n) {
      L(() => this.run.resume(e, ...R(t ?? null), n)) && this.log.push({ at: n, do: `restore`, value: t ?? null }),
        (this.steps.length = Math.max(0, Math.trunc(e)));
    }
    resumed(e, t) {
      this.apply({ at: t, do: `restore`, value: e }, () => this.run.resumed(...R(e), t));
    }
    trapped({ code: e, message: t }) {
      return {
        status: `needs_review`,
        accepted: !1,
        reviewReasons: [],
        stopReason: e,
        usage: { total: {}, byPurpose: {} },
        errors: [{ code: e, message: t, seq: this.steps.length }],
        durationMs: (this.log.at(-1)?.at ?? this.startedMs) - this.startedMs,
      };
    }
    get logged() {
      return this.log.length;
    }
    get stepsTaken() {
      return this.steps.length;
    }
    snapshot(e = this.steps.length) {
      const { seed: t, key: n, startedMs: r, runId: i, log: a } = this,
        o = JSON.stringify({ format: Ur, version: 1 }),
        s = Pt({ seed: t, key: n, startedMs: r, runId: i, shown: e, log: a });
      return `${o.slice(0, -1)},"\
run":${this.origin()},${s.slice(1)}`;
    }
    free() {
      this.run.free();
    }
    apply(e, t) {
      (this.latest = e), this.guarded(t), this.log.push(e);
    }
    guarded(e) {
      return yn(this.memory.raw, e);
    }
  };
function Gr(e) {
  if (typeof e == `boolean`) return { passed: e };
  if (typeof e == `string`) return { passed: !1, issues: [e] };
  if (Array.isArray(e)) return { passed: e.length === 0, issues: e };
  if (typeof e != `object` || !e) return;
  const { passed: t, issues: n, score: r } = e;
  if (typeof t == `boolean` && typeof (r ?? 0) == `number`)
    return { passed: t, ...((n ?? void 0) !== void 0 && { issues: n }), ...(typeof r == `number` && { score: r }) };
}
var Kr = class {
  tell;
  runId;
  begun = new Map();
  iteration = 0;
  constructor(e, t) {
    (this.tell = e), (this.runId = t);
  }
  begins(e, t) {
    this.begun.set(e, t), e.call.kind === `model` && (this.iteration = e.call.iteration), this.tell(this.event(`start`, e));
  }
  ends(e, t, n) {
    const r = this.begun.get(e);
    r !== void 0 && (this.begun.delete(e), this.tell({ ...this.event(`end`, e), durationMs: n - r, ...Jr(e.call, t) }));
  }
  stops(e, t) {
    for (const n of [...this.begun.keys()]) this.ends(n, { error: e }, t);
  }
  event(e, { call: t }) {
    return { type: e, runId: this.runId, ...qr(t, this.iteration) };
  }
};
function qr(e, t) {
  const { callId: n } = e;
  switch (e.kind) {
    case `model`:
      return { callId: n, purpose: e.purpose, iteration: e.iteration, attempt: e.attempt };
    case `tool`:
      return { callId: n, purpose: `tool`, iteration: t, attempt: 1 };
    case `verify`:
      return { callId: n, purpose: `verify`, iteration: e.draftIndex + 1, attempt: 1 };
  }
}
function Jr(e, t) {
  const n = Yr(e.kind, t),
    r = e.kind === `verify` && e.verifier !== `answer` && `reply` in t ? Gr(t.reply) : void 0;
  return {
    ...(n !== void 0 && { usage: { ...n } }),
    ...(r !== void 0 && { verdict: r }),
    ...(`error` in t && { error: { ...t.error } }),
  };
}
function Yr(e, t) {
  if (e !== `model` || `error` in t) return;
  const n = `modelAnswer` in t ? t.modelAnswer : t.reply;
  if (typeof n == `object` && n && `usage` in n) return n.usage ?? void 0;
}
var Xr = new Set([
  `output`,
  `object`,
  `status`,
  `accepted`,
  `acceptedBy`,
  `stopReason`,
  `reviewReasons`,
  `score`,
  `confidence`,
  `iterations`,
  `criticVerdict`,
  `usage`,
  `errors`,
  `runId`,
  `durationMs`,
]);
function Zr(e, t, n, r) {
  const i = new ei(t, r),
    a = {};
  for (const [t, r] of Object.entries(e))
    t === `durationMs` && (i.runId = n), t === `failure` || Xr.has(t) ? (i[t] = r) : t !== `steps` && (a[t] = r);
  return ((i.trace = a), i);
}
var Qr = 160,
  $r = Symbol.for(`nodejs.util.inspect.custom`),
  ei = class {
    static name = `RunResult`;
    #e;
    #t;
    constructor(e, t) {
      (this.#e = e), (this.#t = t);
    }
    get snapshot() {
      return this.#t();
    }
    [$r]() {
      const t = [...Xr].filter((t) => this[t] !== void 0).map((t) => `  ${t}: ${ti(this[t])},`);
      return [
        `${this.#e}\
 {`,
        ...t,
        `}`,
      ].join(`
`);
    }
  };
function ti(e) {
  let t;
  try {
    t = JSON.stringify(e) ?? String(e);
  } catch {
    t = r(e);
  }
  return t.length <= Qr ? t : `${t.slice(0, Qr)}\u2026`;
}
var ni = 67108864,
  ri = 3,
  ii = { settings: `ReflectEngine`, autopilot: `Autopilot`, research: `ResearchLoop` };
function ai(e, n) {
  const { format: r, version: i, seed: a, key: o, run: s, log: c, startedMs: u, shown: d, runId: f } = ui(e);
  if (r !== `reflect-engine/run` || i !== 1)
    throw V(`expected ${Ur} ve\
rsion 1`);
  if (typeof a != `number` || a !== a >>> 0) throw V('`seed`');
  const p = { startedMs: fi(u, `startedMs`), stepsShown: fi(d, `shown`) };
  if (!l(s)) throw V('`run` must be an object');
  if (s[n] === void 0) {
    const [, e = `something else`] = Object.entries(ii).find(([e]) => s[e] !== void 0) ?? [];
    throw new t(`invalid_snapshot`, `the run is one of ${e}, and not of ${ii[n]}`);
  }
  if (o !== void 0 && (typeof o != `string` || !/^[0-9a-f]{16}$/i.test(o))) throw V('`key` must be 16 hexadecimal digits');
  if (!Array.isArray(c)) throw V('`log` must be a list');
  return { run: s, seed: a, key: o, ...p, runId: f, log: c.map(di) };
}
function oi(e, { log: t, stepsShown: n }, r, i) {
  vn(e, () => {
    si(e, t), ci(() => e.resume(n, r, i));
  });
}
function si(e, t) {
  const n = new Map();
  for (const r of t) ci(() => li(e, r, n));
}
function ci(e) {
  try {
    L(e);
  } catch (e) {
    throw e instanceof t && e.code === `misuse` ? V(e.message) : e;
  }
}
function li(e, t, n) {
  const r = () => {
    for (const r of e.poll(t.at)) r.type === `call` && n.set(r.call.callId, r);
  };
  switch (t.do) {
    case `advance`: {
      const { logged: t } = e;
      if ((r(), e.logged === t)) throw V(`the run waits, or is over`);
      return;
    }
    case `reply`:
    case `fail`: {
      n.has(t.call) || r();
      const i = n.get(t.call);
      if (i === void 0)
        throw V(`call \`${t.call.slice(0, 80)}\` is not awai\
ted`);
      const a = t.do === `reply` ? { reply: t.value } : { error: { code: t.code, message: t.message } };
      e.answer(i, a, t.at), n.delete(t.call);
      return;
    }
    case `abort`:
      return e.abort(
        t.message,
        [...n.values()].filter(({ call: e }) => t.unmade.includes(e.callId)),
        t.at,
      );
    case `review`:
      return e.review(t.accepted, t.message ?? void 0, t.at);
    case `restore`:
      return e.resumed(t.value, t.at);
  }
}
function V(e) {
  return new t(`invalid_snapshot`, `this is not a snapshot that can be restored: ${e}`);
}
function ui(e) {
  const t = e.length * 3 <= ni ? 0 : new S().encode(e).length;
  if (t > ni) throw V(`it has ${t} bytes, at most ${ni} are allowed`);
  if (Dt(e, ri)) throw V(`a value in it is nested deeper than 64`);
  let n;
  try {
    n = JSON.parse(e);
  } catch {
    throw V(`it is not JSON`);
  }
  if (!l(n)) throw V(`it must be an object, got ${o(n)}`);
  return n;
}
function di(e, t) {
  const n = `log[${t}]`;
  if (!l(e))
    throw V(`\`${n}\` \
must be an object, got ${o(e)}`);
  const r = fi(e.at, `${n}.at`),
    [i, a, s, c] = [`do`, `call`, `code`, `message`].map((t) => pi(e, t, n)),
    u = (e) => {
      if (e === void 0) throw V(`\`${n}\` lacks a part`);
      return e;
    };
  switch (i) {
    case `advance`:
      return { at: r, do: i };
    case `reply`:
      return { at: r, do: i, call: u(a), value: u(e.value) };
    case `fail`:
      return { at: r, do: i, call: u(a), code: u(s), message: u(c) };
    case `abort`:
      return { at: r, do: i, message: u(c), unmade: mi(e.unmade ?? [], n) };
    case `review`:
      return { at: r, do: i, accepted: u(typeof e.accepted == `boolean` ? e.accepted : void 0), message: c ?? null };
    case `restore`:
      return { at: r, do: i, value: e.value ?? null };
    default:
      throw V(`\`${n}.do\` is of no known kind`);
  }
}
function fi(e, t) {
  if (typeof e == `number`) return e;
  throw V(`\`${t}\` must be a number`);
}
function pi(e, t, n) {
  const r = e[t] ?? void 0;
  if (r === void 0 || typeof r == `string`) return r;
  throw V(`\`${n}.${t}\` must be a string, got ${o(r)}`);
}
function mi(e, t) {
  if (Array.isArray(e) && e.every((e) => typeof e == `string`)) return e;
  throw V(`\`${t}.unmade\` must be a list of strings`);
}
var hi = `[redacted]`,
  gi = new Set(
    `type engine role runId callId purpose code status critiqueStatus acceptedBy stopReason reviewReasons action reason path repairTargets`.split(
      ` `,
    ),
  ),
  _i = Symbol.for(`reflect-engine.redaction`),
  vi = new Set([`args`, `result`]),
  yi = class {
    hook;
    fault;
    constructor(e) {
      this.hook = e;
    }
    step(e) {
      return this.within(e, !1);
    }
    result(e, t) {
      t.steps = t.steps.map((e) => this.step(e));
      for (const t of e.errors) t.message = this.text(t.message);
      e.failure !== void 0 && (e.failure.message = this.text(e.failure.message)),
        Object.defineProperty(e, _i, { value: this, configurable: !0 }),
        this.fault !== void 0 &&
          e.errors.push({ code: `callback_error`, message: `\`redact\` failed: ${this.fault}`, seq: t.steps.length });
    }
    text(e) {
      const t = bi(e);
      if (t === void 0) return this.seen(e);
      try {
        const n = JSON.stringify(this.within(t, !0));
        return this.seen(n === JSON.stringify(t) ? e : n);
      } catch {
        return ((this.fault ??= `a text of JSON is nested too deeply`), hi);
      }
    }
    seen(e) {
      try {
        const t = this.hook(e);
        if (typeof t == `string`) return t;
        t instanceof Promise && t.catch(() => {}),
          (this.fault ??= `it must return a string, got ${t instanceof Promise ? `a promise` : o(t)}`);
      } catch {
        this.fault ??= `it threw`;
      }
      return hi;
    }
    within(e, t) {
      return typeof e == `string`
        ? this.text(e)
        : Array.isArray(e)
          ? e.map((e) => this.within(e, t))
          : typeof e != `object` || !e
            ? e
            : Object.fromEntries(
                Object.entries(e).map(([e, n]) => (!t && gi.has(e) ? [e, n] : [e, this.within(n, t || vi.has(e))])),
              );
    }
  };
function bi(e) {
  if (/^\s*[[{]/.test(e))
    try {
      return JSON.parse(e);
    } catch {
      return;
    }
}
function xi(e, n, r) {
  const i = `cause` in e ? { cause: e.cause } : {};
  return new t(e.code, r?.text(e.message) ?? e.message, { ...i, result: n });
}
var Si = 1 / 0,
  Ci = class {
    durable;
    ending;
    begins;
    tail = Promise.resolve();
    constructor(e, t, n) {
      (this.durable = e), (this.ending = t), (this.begins = n);
    }
    start(e, t) {
      if (e.length > 1 && this.durable.all !== void 0)
        this.together(e).then((n) => {
          for (const [r, i] of e.entries()) t(i, n[r] ?? { how: `aborted` });
        });
      else
        for (const n of e) {
          const e = this.tail.then(() => Zt(() => this.step(n), this.ending, Si));
          this.tail = e.then((e) => t(n, e));
        }
    }
    async together(e) {
      const t = [],
        n = await Zt(
          () => {
            for (const n of e) {
              const e = this.step(n);
              t.push(e), Ti(e) && i(e);
            }
            return this.durable.all?.(t);
          },
          this.ending,
          Si,
        );
      if (n.how === `returned` && Array.isArray(n.value) && n.value.length === e.length)
        return Array.from(n.value, (e) => ({ how: `returned`, value: e }));
      for (const e of t) i(e);
      if (n.how === `returned`) return e.map(() => ({ how: `threw`, error: wi(n.value, e.length) }));
      if (n.how !== `threw`) return e.map(() => n);
      const r = [];
      for (const [i] of e.entries()) {
        const e = t[i];
        r.push(e === void 0 ? n : await Zt(() => e, this.ending, Si));
      }
      return r;
    }
    step(e) {
      const { callId: t, idempotencyKey: n } = e.call;
      return (
        (e.begun = !0),
        this.begins(e),
        this.durable.run(
          t,
          async () => {
            try {
              return Cr(e.call, await e.task.work(e));
            } catch (t) {
              const n = Mr(e.call, t);
              if (n !== void 0) return n;
              throw t;
            }
          },
          { idempotencyKey: n },
        )
      );
    }
  };
function wi(e, n) {
  return new t(
    `misuse`,
    `\`durable.all\` must give a list of ${n} answers, got ${Array.isArray(e) ? `a list of ${e.length}` : o(e)}`,
  );
}
function Ti(e) {
  return !(e instanceof Promise) || Object.getPrototypeOf(e) !== Promise.prototype
    ? !1
    : !Object.hasOwn(e, `then`) && !Object.hasOwn(e, `constructor`);
}
function Ei(e) {
  if (e === void 0) return Date.now();
  let n;
  try {
    n = e.now?.() ?? 0;
  } catch (e) {
    throw new t(`misuse`, `\`durable.now\` failed: ${r(e)}`, { cause: e });
  }
  const i = v(`durable.now`, n);
  if (!Number.isFinite(i)) throw new t(`misuse`, `\`durable.now\` must be a finite number of milliseconds, got ${i}`);
  return i;
}
function Di(e, t, ...n) {
  return e === void 0 ? t : (e.seed ?? t ?? Oi(JSON.stringify(n)));
}
function Oi(e) {
  let t = 2166136261;
  for (let n = 0; n < e.length; n++) t = Math.imul(t ^ e.charCodeAt(n), 16777619);
  return t >>> 0;
}
function ki(e, ...n) {
  if (e !== void 0 && e.now === void 0 && !n.every((e) => e?.maxSeconds === void 0))
    throw new t(`invalid_task`, '`budget.maxSeconds` needs `durable.now`: without it the clock of a durable run does not move');
}
function Ai(e, t) {
  if (t.how !== `returned`) return Dr(e, t);
  const n = t.value,
    r = n?.error ?? void 0;
  return r === void 0
    ? Cr(e, n?.reply)
    : typeof r == `object` && `code` in r && `message` in r
      ? { error: { code: String(r.code), message: String(r.message) } }
      : {
          error: {
            code: `misuse`,
            message: `a step of the durable host gave back an \`error\` that is not { code, message }, got ${o(r)}`,
          },
        };
}
var ji = class extends $t {
    call;
    number;
    task;
    begun = !1;
    isAwaited = !0;
    dueMs = 1 / 0;
    constructor({ call: e, number: t }, n) {
      super(), (this.call = e), (this.number = t), (this.task = n);
    }
    make(e) {
      (this.begun = !0), Qt(() => this.task.work(this), e);
    }
    timeOut() {
      this.abandon(tn(this.call.timeoutMs));
    }
  },
  Mi = class {
    open;
    late;
    timer;
    timerMs = 1 / 0;
    constructor(e, t) {
      (this.open = e), (this.late = t);
    }
    start(e) {
      const { timeoutMs: t } = e.call;
      if (e.task.untimed === !0) return this.stop();
      t > 2147483647 || typeof setTimeout != `function` || ((e.dueMs = Ni() + t), e.dueMs < this.timerMs && this.set(e.dueMs, t));
    }
    stop() {
      this.timer !== void 0 && clearTimeout(this.timer), (this.timer = void 0), (this.timerMs = 1 / 0);
    }
    set(e, t) {
      this.timer !== void 0 && clearTimeout(this.timer),
        (this.timerMs = e),
        (this.timer = setTimeout(() => this.fired(), Math.max(1, t)));
    }
    fired() {
      (this.timer = void 0), (this.timerMs = 1 / 0);
      let e = Ni(),
        t = 1 / 0;
      for (const n of [...this.open]) n.isOpen() && n.dueMs - e < 1 ? this.late(n) : n.isOpen() && (t = Math.min(t, n.dueMs));
      t !== 1 / 0 && this.set(t, t - e);
    }
  };
function Ni() {
  return typeof performance == `object` ? performance.now() : Date.now();
}
var Pi = class {
  causes = new Map();
  core;
  ending;
  callbacks;
  clockFault;
  parts;
  durable;
  observer;
  open = new Set();
  clock = new Mi(this.open, (e) => this.arrive(e, { how: `timeout` }));
  arrivals = [];
  wake;
  lastMs = 0;
  cutOff = !1;
  constructor(e) {
    (this.parts = e), (this.core = e.core), (this.ending = e.ending), (this.callbacks = e.callbacks);
    const { durable: t } = e.callbacks,
      n = (e) => this.observer?.begins(e, this.lastMs);
    t !== void 0 && (this.durable = new Ci(t, e.ending, n)),
      e.onCall !== void 0 && (this.observer = new Kr(e.onCall, e.core.runId));
  }
  async run() {
    const e = () => this.end();
    this.ending.on(e);
    try {
      for (;;) {
        const e = this.poll();
        if (`result` in e) return e.result;
        this.begin(e.calls),
          this.arrivals.length === 0 &&
            !this.mustEnd() &&
            (await new Promise((e) => {
              this.wake = e;
            }));
        const { arrivals: t } = this;
        this.arrivals = [];
        for (const e of t) this.handIn(e);
      }
    } finally {
      this.clock.stop(), this.ending.off(e);
    }
  }
  poll() {
    for (;;) {
      this.mustEnd() && this.cut();
      const e = [];
      for (const t of this.core.poll(this.now()))
        if (t.type === `step`) this.show(t.step);
        else {
          if (t.type === `done`) return { result: t.result };
          e.push(new ji(t, _r(t.call, this.callbacks, this.core.runId, this.parts.drafts)));
        }
      for (const t of e) this.open.add(t);
      if (!this.mustEnd()) return { calls: e };
    }
  }
  show(e) {
    this.parts.drafts?.step(e), this.parts.onStep?.(e);
  }
  mustEnd() {
    return this.ending.ended && !this.cutOff;
  }
  cut() {
    const { reason: e } = this.ending;
    this.cutOff = !0;
    const t = [...this.open].filter((e) => !e.begun || e.task.untimed === !0);
    this.open.clear();
    const n = this.now();
    this.observer?.stops(kr, n), this.core.abort(e === void 0 ? `` : r(e), t, n);
  }
  end() {
    const e = [...this.open].filter((e) => e.begun);
    Promise.resolve().then(() => {
      for (const t of e) t.isAwaited = !1;
    });
    for (const t of e) t.abandon(this.ending.reason);
    this.wake?.();
  }
  begin(e) {
    if (e.length !== 0) {
      if (this.durable === void 0) for (const t of e) this.beginOne(t);
      else this.durable.start(e, (e, t) => this.arrive(e, t));
    }
  }
  beginOne(e) {
    this.ending.ended ||
      (this.clock.start(e), this.observer?.begins(e, this.lastMs), !this.ending.ended && e.make((t) => this.arrive(e, t)));
  }
  arrive(e, t) {
    if (!e.isAwaited || (this.ending.ended && t.how !== `returned`)) return;
    let n = this.durable === void 0 ? Dr : Ai,
      i;
    try {
      i = n(e.call, t);
    } catch (e) {
      i = B(`what the callback gave cannot be read: ${r(e)}`);
    }
    t.how === `timeout` && e.timeOut(), this.settle(e, t, i);
  }
  settle(e, t, n) {
    (e.isAwaited = !1), e.close(), this.arrivals.push({ call: e, outcome: t, answer: n }), this.wake?.();
  }
  handIn({ call: e, outcome: t, answer: n }) {
    t.how === `threw` && ge(t.error) === void 0 && this.causes.set(e.call.callId, t.error),
      e.task.deltas?.close(Fi(n)),
      this.open.delete(e);
    const r = this.now();
    this.observer?.ends(e, n, r), this.core.answer(e, n, r);
  }
  now() {
    try {
      this.lastMs = Math.max(this.lastMs, Ei(this.callbacks.durable));
    } catch (e) {
      this.ending.ended || (this.clockFault = e), this.ending.end(e);
    }
    return this.lastMs;
  }
};
function Fi(e) {
  return `modelAnswer` in e ? e.modelAnswer : `reply` in e ? e.reply : void 0;
}
var Ii = 2e3;
async function Li(e, t, n) {
  const r = new Pi(e),
    i = Gt(t, e.ending);
  try {
    return await Ri(r, n);
  } finally {
    i();
  }
}
async function Ri(e, t) {
  let { core: n, callbacks: r, ending: i } = e,
    a;
  try {
    a = await e.run();
  } catch (e) {
    const i = xn(e);
    i.code !== `engine_trap` && n.free();
    const a = i.code === `engine_trap` ? n.remains(i) : void 0;
    throw a === void 0 ? i : xi(i, await t(a), r.redaction);
  }
  n.free();
  const o = a.failure?.callId,
    s = o !== void 0 && e.causes.has(o) ? { cause: e.causes.get(o) } : {},
    c = await t(a),
    l = zi(a, c, o, s, i);
  if ((a.failure !== void 0 && delete a.failure, e.clockFault !== void 0)) throw xi(e.clockFault, c, r.redaction);
  if (l !== void 0) throw l;
  return c;
}
function zi(e, n, r, i, a) {
  const { errors: o, failure: s } = e;
  if (e.stopReason === `aborted`)
    return new t(`aborted`, (s ?? o.filter(({ code: e }) => e === `aborted`).at(-1))?.message ?? `the run was aborted`, {
      cause: a.reason,
      result: n,
    });
  if (e.status !== `failed`) return;
  const c = s?.message ?? `the run failed`,
    l = r === void 0 ? c : `${r}: ${c}`;
  return new t(s?.code ?? `model_error`, l, { ...i, result: n });
}
var Bi = class {
    redaction;
    noted = [];
    steps = 0;
    constructor(e) {
      this.redaction = e;
    }
    guarded(e, t) {
      return t === void 0
        ? () => {}
        : (n) => {
            `seq` in n && (this.steps = Number(n.seq) + 1);
            try {
              const r = t(this.redaction === void 0 ? n : this.redaction.step(n));
              typeof r?.then == `function` && r.then(void 0, (t) => this.note(`\`${e}\` failed`, t));
            } catch (t) {
              this.note(`\`${e}\` failed`, t);
            }
          };
    }
    note(e, t, n = `callback_error`) {
      const i = `${e}: ${r(t).slice(0, Ii)}`;
      this.noted.push({ code: n, message: i, seq: this.steps });
    }
    tell(e, t) {
      this.noted.length > 0 && (e.errors.unshift(...this.noted), e.errors.sort((e, t) => e.seq - t.seq)),
        t !== void 0 && this.redaction?.result(e, t);
    }
  },
  Vi = `reflect_engine 326719 AAAaG1QOTLHXMPoLETN6RM8qvo5slu6ZSPKeV4wZIcu20iI5ISqLnaiBiQ8hUDoMPcCr/Nx6EYP6Z67GQGzoeREJMsofSewSVeMsbCFz7VxSd1KxAvQptK8XNmGmTTX4mtbtV2u2+j6LD9Z7w8ZFSSIs1pTN2i1HCp4mZ/80WIKarVPZniZPO79bxGZojFEa9ZfmanlBx+10ZzLO+IGTB3xCYvSHQsARAbNOHbl1+nqunH5gO7kMsO94vg8lAc6wl993hu56kmmRdpvNEosGqS41Nalb9E5fNtS3TTWtgRZ0Bd0hmOSZle9vgWC5ZP4dXFABeYN367VSJ4ypHg+g4gGJ4nIrRG1FvikSnKCC67PYRKV0IRQV37Tw6s2A9d7yPNAJCmpnIT03DOb0zg7B16Xo/E9kOQkPPSM2waq/u9nbyofy3mFms+o1Q715koI/farWqdUe/LVQYbbGAmbtmvk7fw1UEE7KD6/XNbV5HIyL3aZXKyL543wMuWcPCZr9+TK/k3ZnrybA1+MpJEMfTn34r+/h1HQyrJgWKgE5wxFM5kFgqekFKcJLtlg4iyD/Y+f0ZjMQKmpjRhyAwUPtomRGhM89Bpx/F2y85YnBBWXU74G/SVOaquAlsw3ubmYIH5d4ecRcr61xeGnp+rW2U6SkfYDMBfZAnaJ3hZy1xG3J7HtRysjlLZvmRLJ/HS4rv95h9aPiMvS/ePoA2x9dhld07paWf7D+OVcP2z0lSjwWktKxP6YgmAR81UmefRXiZGjWTQk8AnwYpjl8QDSs/5HLL3hu1x65chBiqyMOWm6LT4lctjsdi7keaZhCMQZzVPGhPOTOfNxlMXEXiR6iIN3qMICYwzYvHwSxY0t6v1n05p7a1u4a6RF2PbZ0x0/nGR2HVpEKIFI0VAPPZ+SHBsUaj6Hg6L8IzA5VYSHEETM42MJ6rPK/2+T6TySYQLsBDi+M/MLfkZU6+L7qeGsZIHsPHkQg5xgkEHMQTP0WlZu0znL5nsEwEqISKgnwciw37h1NYLycNHgfMmFki0riaob7Pcyff9FIJ9BtD76NqPR7TmN+oEK7leJ9bg355x5y33do6/SgajXwLpR6/Jag+1yWfeuw4v3cJE69L1W7qm2BaHDDS3o4kEGycWqk3wAZsei9nLhtKiLhMUexhPH4U/zrjRkaeLgIwYr1i0hU/gY5BoYlyIFUIMM3HbaJwss4VtBkUHbJqDFmh6TCnAneWtv/VUpocnepsM6e/5fP4nVt3ylRrSBf0n55G5BcBKtNrF+zo2GNLxBkIRoHS3ZfRar512dq1KcbzPnU5tQiNqqixVB6yG3pD9QJBm4uQ9ipjGj6ZMEDpfdq4cdycQ2C5sQLV6bO8oXXPnuMI+LWVK6+xReHZYOidYZEtUyhpadGYVIi25A7e8Z+ppbX5fMjkec+rBqr00JTdAWWUUqux7zIYo29co6dxvG+D+DHDUBsuVITgkLcR3XSq2uXceijiMCVafa9CoLUI/WazAB/fK12AMLF1EJ+zeXuoFmC9IpwyL2EU7l9V2xC/vz2FhRRhhnHcnyMwnbek7iaO/j6FaV0f/VyUpM6RhmJlsX+V1HrA6nFL8A2w+uvd3T9ljkGGfACO3wySv6EZUWwFlPJqCdN/R2yMHz97hlwDYZnRxdsC+0ndcE2lTHW4oxlTYhSHbGnajJtHWPHB4I1xTOEe+bq/tTSKIIeNsF0FkbGswAa2pnBnVXX1TMhCeVXWTjzGcJHvV5hIYHW1bZ1nBUuLRdODuwCcQnMGm3J21apo6N6u6qL8fsVebUqxzCwxKpS7ZvH/l+PwLHWTEWz629E/qGvLbSk+WfFTiAfEia+idUPmhWk21BCwO5DL3ud0kqkLlGhvU8syP5VV+74WQl297cLU2kwbdiktORObWBXeNCf8yOjtsLPceM4PUB3PjfbhKvVBqCuFvZdBB0i1+IcOhmY1RxzZDaep9RUr6CmVP+Bo6wSY2v0JFJ5BNi/TY0xBEvMssnXRlEVLXzNsDbG9LbWrFpr+dHFECS7tv9y48ysIA77B0kPa95204eTGKJpCSuWHsgFk4huVa9Dku0ekJWsgeujJzCmRXo9Xxd7fzQiIwn6UqTbHzjMzFGYoQstUGtk1Z/H+2jXTPB2cE8ImYtJrqTUpHNgK8XAOjatmoOqcV9qy8CMHiowjOgIMH6Zxo0mWxJVhiT0n80pHb+cMMPlpEBTcBOqSdjuuUiaA83cQ2pljh2UAnuxzEhIa/2PnAMRE9sJd4mF0/ibZ3EjZt9MxrOAz2bssseDSBXDoEH5nNVhLyh/l/OGDtw8cA//N5VFrwqijxMoXtPl2lsVS6qfesIyMlABXqMpVvM3H4PkOjOZnep8F9dgg8JwoEysAoR5t9cA9IbKTy31IGZG9EX2r6PcoYEzE79smNnMsduYXpW35kfjXxHilaE2QZ7qob9sPSqHcFPEx55YFrJrZCuGAt9HUUPiP9TbzVAAJwc2ZzhdcuVkgaiYgpNnOuKH+iHZDpqKLuXwxUpcKlabv9Y+ifgB+vnZEmURHQCEznN839W0stHUbavvjWzhxhczKIiYxvrBZh406zyjRxfc0QUs45TzzhUUrST/w3MWP7Vnk54XTmDhy/JRKdBbht9+vTuxhRlA5rGDoRbxbUhIXGGfNR7g+OzciF1+z1PA0aSnwOckO/gRbU0q1ri3CTOygqFmISTGOJ5jk96HsXDMcoRZhEMW6N1upRgMW+iU/nj40HYZupIw9LlIred7JR7ey2DYhp/PfG8VSRmcBgR7VjWsyCdDb2fiRXPHwrNBlzs9FDqOMiYwe8skm2YJJYjyzwa/xWHVLJD5X/0uqyDetD26ihE3eaAR4GGLdYqW7N0oG2BzkoourxwFC3xJm3L1puQQGhB59J4L4vASecWpTc/0Ottwm4ILItMbIANsLemQLZjBmBZI8z5Od+t8AU0V7SKNRMpdzhh2XeU1Kp4R22LfDvqE9jEG+gakruhjZlOxjEqPEicp5Pk8UB0SszAPeHvmPSWY67uuaUwCLUmATg3aDoBc0pDH0XKwjRZ5hQ0na8P2lXvgeGFDxAJweew9PX1fSRn1RWipcTZzrV0yUzHIsJHVfmqs+O7EiGI16yshD/5QgsuCRPspaVAiMpEGBjU4vRzRsg4pYj/4aCf1D9BmtoseHIwZ3yhnNAFesBnwsnEKUdcgeeT+ydDthhW5+stmPJ4StX5PbPjLdqRZYhl/ZWGiq6KFNtAa1pepEJQw2QfOfu7aeak7BFQ4OE28tHS5wWzBenyw1eHTQ3rZWSJmK0m/4Ojn1H202ESBbh0uJ344eNc7Jj5pidFDYdZu/v2hH0x7zDkk7J5siTrS94r54SOawLZQ9LYe24bnwGmOQ1O151SKGPzlBVJy6npXaErM5JbACvxBcDC8rmWDEiCzNEp8/vsyIC/kBhL3Alx9Pa8rt86JqIj/AEDqKdGmqjD3VMjxR6tZqojYopKtxv6TOSw38ilq9dzrg6/apRHLWnZYrGHE2Q5FBAcQFhgFpcy7JzeNjyfdeslruT4CELEQ0o0alFIB656RWno/8wUspzI0Rr3okTDjVgq17Mf41C/TINEg374o2ZneBRDZKq2/b8aHidVmcM64Xd9ImFiWO2y8TOIvfz44Pil6yCWDmNBDewUWe/e8WNYEE5YZ6WFPKkBnRK7sJSFW+9DUdzaHJXt35YCWTSjolVZmBXWJXsZuf4392yfDctIs8yX45+ZwTnXcTrMSkO24dImTC1lne+3QUjBIzzTyEvw3hsythJY7p+OwmN/Lf/uRi2CRoaxnDdPtFQ+0Du4xtX4xGJLzQNhT1uy0cikZ+OvHHgKR5srkrLIFGGVvVfm5KJY9DGHrMog8jQtrMxi3HK8pJyADuTfnAIfE6EBUJqF1TFY9dwynVsorwO+6c3m3mbDTsKyFukk4J9a1WWK4P384+lJUt3+aEuNvWdqmm66KfhtTdMUsvEM/a1rzbD8zVtAbBhCeurwOqvrM6cP6RGlCh9rqk07W7hHcLjwGJHLaLv+OjXFzqp5wTp971bbAlqJFi9/x4mw6IysCpF5pvFsoslfB6AQE+aM1I3RkAdmPYbQak05GkeG6bndlyikE48MulR//q5cba4MJyQ4fY1I8uTQpIdqCW/R2LtI8AeJjVUwrXENgWrt30F7tYBmlJwxJKgcCdNUU7ccYmf5nCB7Pqcn492p8K4zISOvpbc2crUbG1M/pGw/2PWjv4jSPQpsuSC3UTVx6uEnt3+I9NK9s/KNaTY8LJ7sJnz9jRVbDzs344bDGCjw1WAEET7WJyav0jFIb2z2KMna3bzKDBXjhD53MHXYAgMgaPTkiHk0fdIlPMP5jPoej5kMVCfhxnfjgwXXIMx39SJdknxSrejJzDrTtcBTv7DYgTFYmtjZNnL3JkA02gdSR6NjVXuP4c+TNXwcofA7ED8tlmu8qW8MOHXfru54BMjyxh32oX0UQW8cE5IDgG6o8z7YGfYv6a8K3ih9vigt7Bdp55o17S2YTWqR9kUnPO2oZUa9cxA0jdMnF/l+DNMfDHzkfx4og39ZvcDhOmlu37UjtZ0oX4zmQB+0+5rKL+kOarPGQd5hig6WFThXkBevr+aIa65eh+ngOLSc2Nz3/CHmurZzfalYQ6f7Wy59HeWd8reeB9zdFqMtqZqkvv77kIxnvE/vzYUqW/ux9BHDyvTgzbCLTt8LUiz+g9tmZGrA6f/HFCfAK7KwM+CPQquspTZ6r3wh4JCotRi3SzFi3q49pJGzMZdyf3FUxl1JmjNSCjfdSVdk9uVzm6qcPB4l0ALxr02e0Q2IpGoAvUT5yDdDekg7yfwv/DsFyVIbB1BIlSJ97genLyyJM+fxPqNUDQCtgl6FwQeEMJnYyoX3qB03ER+t4X0oPb5oz39vimNGnD99fZW1HEVI8i6xXSTzwv+JyfpaDl07lmykyqNrHjCZxqygUME9yz5fr1u0CaCsX4bjZLhiUfK0IKdomR2Hu6WP3wtIe5rYeChg2LZ7DNuTpeb+hKgCspRoAvDgqE8t4g0XgXEPbC6C9BTblKLqMPWpsUI6yWz8v6o6J7aAn00DeyE/8kC1FwV4MxC279LNsnWRuOn3l507QuU5TGMYEJXKIMpQoUL1bztjS6dEFp2SrHuYDfxEc1N+D6dYIHhK6wmy7pjAlFrLsuE6MD20FtwF6YgIjLPFZHbC+MWK47cRDA4lfQJG77CByKWpzeC1a6i0qDEe3vrGTq2xzrXU9RLtRY/omeabE6u8xO5qC7SQ3HSwLtF/zol1xHgLDWcKoamyu5n9ELcKX5D+gwlfb9v33bOAHcJh/A22QiLT0go1ZcxASYFr5rNnssM/TmkFKl8n5cJsKu8CDsWrU4DthYcbKfWBLt43c45ld7fG7O8pM91NgxRQ6//SQvNZ3smPzfzKXH9ha86Vygvu5cj8dZAjjEs7dC9plF/pLQ/mgN3aX/LEhR1pfm/ZKdkxZ3vKiyLBqGEs5BVoJmghgxO+a0k7CxbIZ4jea2UTARTEFpvmz/iGIHns9rIEpMnDpH91tJDj6r8wP7Wyl/raUEaNzxXgAk/sLwukbNyyCsd2SL3OQpeM4rFgRRa97S52YWdzt6zLjFCoBMnxIAkmTbaZ8SvpTm14PIJJPq+UEg3lbwR9yI0kRqCAVK4Ah789BfV37s5J0okFXtJ/dDim3kfY4yI8hiiKNgtGFe74UKWBO/IzWG4J7nTGTPanDdmP0XLUCVU+uIdO5dJY4e+224PLmQTUFEVyUjzW37foTccUvZp1TUocTx65KD8+q0BYHCUllGfrX/jMmR9l8tstNehXRxNWKRYapoiTgDMILnxAhWmpKzOdjCaA4oUiTcvv3vewcTgO1P2+efrRW6cPCeRbN2ptU2QlMbf9KGAZmz6KtQA9LfRp6wyKLEsUREKfrkKOpE/e0iz8JcDRYXjDLplecDYKYK+/Dc5Qf+f1LpfbyTGsth9IBu2GOPu8fafEFhfAdKdSBFu5jPbsn6cUhjtOVz/mMtbqvk7rhBxtUdJPPPusLVyT0yjdiewwCp4OFIvhK/7AVQJQ7/0R5W8PCqQ8FGrfN0WvRalTWFh2URp+Y8hpjF9B5KIa+HQ3r8cJnUqKRIywHD8irTwDbZFMzJ8DX41RRT6NnVfKXFdgVp6r9bGXZkglMin7i0LS/pxaN4pl3xyquO45Hk7QizgkBPEL9LeynOYT/MABwfonWHz1AZnHLjJoNG6jAk6yaX8m0EkwWADVDLnDrVjSJioteWqd3x5fifNGhRTRaP66enSON4nQiqOa1fdnqEHe8BkaZabJvrNC8lEFhRq2FlQsn+W/DhPg/w+NmkYl3SBtVa+QGpAyQdFzHbqE1g+hEWRCDUpWN5pxIjdHBlffp7tewxkelcJvsYZyYfYFKh95nU9vokF6BFFHeSIpwgGtOiqE739uVS/ThYHsJDCB9Nq0u7geu3u5yOhQaW8IlKfzMh09ttdkB3TKGInc6+wnNNRP91FnpzQvtDDSbvU9WzHKdVJM9fX9/KXvot0PGD+M2l/MQgvVCS7fLfcAbbe7EdlPJe6ebWzm7sDYCBUSXe1yJK4niyYhmpa9OQb2uVf6c4d0OhsFBZdi9wGRcje88h4aiSMStfXq2OKWEfZlX+aYjXGF9X7QqJhGBpriPWb3CQB8uqkCu0r2fpxErkO67Cvwox7v795C+vLzCW/cJJTpBoBICyKAKyQH72xVTXX22yEPvMLFbEyu68CjEYdTMtgbRhmNZS5wmdOV1vp1ZNcBds3ojLfAK/cum6jt8aVyDMSH4gNmHFVJ9m1skVroQ6umMa8KuoTmZUJV3DlhEQDFmutRiRGb2X3hH0PQ2pEKqZwezV1QHLJsG4TIebjb3Bt4hWWrbXECViO2kwCLKaC8+5IY5OcuLcN/jsdj2jOfIRDaKaAoHbDb4hzOymyrOwLfYORfLFsETFS6o7Vzexv0z689HVTPs6ab7AQX749mEOH65TIu9hFwZTcaOKgH4KatzL2YkGo+P8kkMk002vj0X9c4xuacpDP2BczqrOzVhRxeLAeLdPDvYfDSu5xe7tCe1loSPdr9emj1wXLIyuYQdOtyDwYw192RbBS2NU3WYcHEU32j1+CYb91Yac4/wwbBOxBwAHVOnEg2ZNTJwn1qVkt/XSOysE4OM2++LhB59V7NOrcGU/rcVpbxtu8NGp8kLWvTbP9+iKcEZc0aP31IE4uEmdfmEGTp5CYz3/ZhJoVsSRqeet3oPWi0YyOpKAqJqQ8DxLCwR9xfo6/68TDTTkRa977BM8l4j7O9g2hN4A6uJKmciWdt+n28zqAHuTQW5f3D2rq28bfFripnkIg7W6Kjyfg3DYfE72oT4gM6uT/H9kMOpyXrPlidQrCUE+nImpmj0U9zSrt3BI779iWnySjqEE8h70+NNTF0GOOnVhqkViHXk7whyB6l+w2IPV+E494haaz3/sNG4iGwInRUGjee8U5mX3LDbGiBcRbwgXQcOxe6t8oZiSsRss8K7eIiSFMyBNs13k4vIpcVyLm4UCFVUlt5Bi5+UOLKf7s2Tby6wdHaoJshrd7DAExYH9faDk9lE4nl2Z8z4rJ5jLIMH4m+QWdoA0KVeM/8oQiM07fdX85x8KMK1di/VQ+GErQB+AuNSLpfhC9SCorLSb8cZgr4xMIr1Z8oFjWt0B6dbKQnCLGEhVwKxgpTmfHglKyVwbl3Nc4BUbE54O+FtEFwkMT+larhAanRSCyGZauh3EtUNoasF8/Hc+dnxgMomZsqQzHDyCywWVonZIkdi6yvLu05/nvEU1PnGOt9ikPtIriLNL+W3W2fA9v/hA7/HYhKmyqtoECfIIyvQxwZOsO2A6TwM72kBqyilOEFDilYlM6K6ghWi5ZGEUuBWOiUbgRElt12f6OOwWEcU9Y28WvOFqUAer2eF9gb18dNE7BRpDcuW6lH76V849YiqwLdwZKVKQf0vdQGNILSoMf44KPXIt9iNdsruHWDcA+pOOLLNyZVb2FC7mWdJvRV6tVLELzW2ysPS2lb3orSBQoPFDezfesc10PAUeQFVTdgpsryhHULu3tfw7mKuWNlvH6+h3/qf/pzOyGbpDAxSvocWU2tGCwnTEYljOulD0/fQ47+6jU8cYAECkkLgUT8BYlvU0cRjgLKtf7oGtl0UjQTlc0O7aUjcr7TkGtBXGKDomOHUA4fFJJ6KkfnBX/Kbk33ZqQBA12p5bKVLaePmALa7r7xOk2O1ed2c1Nw3jzDCO9UPmq6B7BvopysRd3ezk+xGd+kPgFQz6hwNC1WQtKQa0vCEWhPMA7RqRGHS5UCi2yc6tJRjJi0AKBO0c89UOpQuaANh5w0o9j0DOdUOXLoeIhQLNsBbl693q7KGmW38UdKMD1wBG3+OBUX7ag1rziG3nBfqd/QtUWxnWXbKv0SAlEa+HHICvMjuVXyxlhh7zZ9bkWDkSKxiTzkyoJEd/2PO64TLIMjtPJoXJNB1f6S/RezmcjMhU/nF+yxt8MnmN3bfqJDzqDup0ZETJD+vVq5BTrGXba9v/VujDP1kxVO+H475GKUz8yjOZYRJfdSI0RwFfu1Nb4gpI8v33fhuHLKD4k1Y2GR4RJT1PDBro4N0ubK9RZOu3lTbH7+rHt0NA+KR5G2H37AK8I+4/+LvAEPbcotDgCjp0svWREeHoUzMKGS6/cUM7c91kT0R0MhjOrS17KnZV+dMxS1ZidICcInhtmavlU6n8QME3/eYKV4uSMjxXSQIeOiq9hxw0bQv6qYV6IjCUL+Z5nfP3yLzN2pILamGcN8D68gaWoQeIfrpe3EenPJb4hM2HiALboRYQ7F13f/IPOB4MTym0CB8wE5QEpoz9Q8LArfFG0+VLpP6hKkQMrXr/dfFWXP9l9M/+vjjgt0Ii9Tqnf/FUDvAw1AbswF1CpFqZ+WbZf4cQUJm8B1iEmCNobD0fDP/KS0n0sLHp819I4X9Rp+SZzGF5iyqLEGnFNQiB009xxJgorOQyg58wdGJ037X+2DVABp/3SuJrv10WHqsNkgzOqHZ30NI677ZM7Wcon17GVqA1wRmBI2r+I/rO2AJeUwdTnpzML2aDTFFJeSEPMcSS9M3m9i2iWPlB+XOu/Q86P/fqajSbXJKub01y3jgItBxxC8VBEFQ3rctQwb2Dz/XWv0Q8Zi6IWtmga/Tfol+gI2OwxoUrM1gD9flJ3p/rU7hFHTmOofIeIR/ZuyalEmsWst7EUCGlsNqyzeJckFS0/t0eoD6z6cR1bWw76qOKBl+DouQeTaHF82igGRJXMBJ7/FlSPCk7gPo4DYo9Dqf4tc038UHah961WiVEcvZX1LSL3e1opLcyzPJ3MRd1hoxvXjUy6eywiC7tS3BOvtiBP37dO4UxAPK4U6B3cRXnmPzzMfOMRK4b2OEW0osVrhDkzsEDsKuSXc9fT3G7m6ralr2x5sbo5us824qD0ZpG6TLHsOzeRuRydwdxJc5IT52B+stTZ+uLR0g/kLYwtxzmTaMS7to3oD4QBoSAV2g7X5wZQJSaX113ZpHaNb9dtgqDW9jLTOQjn36gblENifMR0G29gd43f37933SbM5fhSzPFU81tZKAGqx9a3SV68r9xNklSohFYkPIPGVYlOYAa52pqXm17x4tbaXmHv43PCxs1m0mzs4GPfy+LR09NwYvtULxbo07ZFkK30jFEpQDt/nUs/usqZFh5qxLz8z5o46CT9OQzy/eu+SZGRWkbs9iNa+KMCnmDWzPJtDCArG1jlImx1enSHsaXyI7h7fYrXmY7VWvMv7y0I9hthXKbt2kS6/j8oDL5nteCuE4pZoN2hPx/loK15AweHtKJpatCQVjt3pzkbbtQt8gB0edAfVPWEh4REYKwxgeRapZmvGJ7KmhzcKDr/WuAg0ogG8Y1T7+eHwQZxwSN5+onL8s3gPQ4fQYEGq5UO2xlxQqQwiNn/PBQNK5+A7JUw3N195C2M4XDr/LDiARhsj6y65S6JBrRXG3OjxW951tY7drvaqYzMZwxNyqVczu5mlhVkkg73+Zn6moWqKIFDcDe+Nd8IpGpb5FOXqYRy8M/4bY+0YL7qioeEU6ZF2DkKHhdERSbX6pAGMUsVgz7azq2YIAlMtT0/PNX0PCux3vuySR3Sm5LZKUCZKvMGbQVFp3g/uiSyaRtLO0/mWQt75Fr6/B8gcc5yR+CE0+nQqyW9BrsxxmqNhHIBE/5aWPZxtx0aKCirTR3PU3p2f2Z9e+Fi1z8R95S6OUFZAsLGGfLZdZE+BmffHGsYCjg2LWFK0pMbWxbrGAe+saWPGP6NKT64iI6zbq+4pmyK8A02P5eq7P9hnbCcnt9p7515Eg/oZLu5/HY/gp7qb81ZLmSeF6jPiWEHFRjooQp/RtJc2HbjDklqQDWbix+0e75zJcvuX1Yrft8TAdWm59V3Mek00VuYXdlcO983HCJRrjDxIztwhkWbGfSnbAlPgXsQzebvN97EZBE3Fi/NrN2VOovrbtJuBvGRphAhpSuj3X/p0jRNY17GGeZDkhDdr6Wyps6zauppiiAmOd5JeDcOZ/ePKlF5P8ct1FqAHDCGg6Qtwc58Kwb9Frf6Vxm39nnpzKJFAnKit0Awa8Yg0kc24M7VDk3ShGdsChV2CKIeCQsyeVhaHA8vn8cJgpFNBNJZZQlnybok0SA4OgKh/6TsoNYruKgUmT8VQeHHl6DSqGDKWkihba04+MMRZ4wI0whsb+9bVRfgIc3KMZ+2O6HpZe6Kce5Qrg54J378tX8Bzh7p50kOXQA25oEBYzV6Iez173W5Eo3jfESKhcS+s5NxBjm8URNyKz0mJmQ2yswdRybf8sfdjWUzprfOUWiPubIfST9yQmmRbq3/Tby5jHv9EfqI7RFZ8b09IPva3fCRahdHLyGA0aNQrkxjcjH5Ilo6x62iaaoVoAlsYka1uYJwJ2Rfkhu7j4Ppon4diSmlFk6c5HGgaOcGhQwOheCN+tWVonOCTljBc+LJhrmR9lRNmsh6RdxVc7j/jIPclLhpfqj7gIwjelQBAhhQrjnrEiAtQ40op88cZrn/uIIVRB0eU3gAg8mnRJdPBC3InDFpZeonZ8R+83mGqnGke0RIIKLUABvzpIZmoOkHi3jiBTqFqAJjyZDQQt6+iE2Hn3y+engiG90tOlgITnssgd+UrrPzBnYXO5fovq/C4g3i5guXSiHQ3T40NkE6v5dKZCoFf5yF5YF20pMUzFVUadDU/BtrABTnharBJZfaWK+ZL41fQ6VYKPVWfpep/UrGCZ7PQ82eWmZGbDJu0sBWzPa+bBad2YWd6KVrI2IxQSsF5LFPYzR+/rh/cqupxVsVfkZzy9b54+UkkO4+uTwio+aWCXcI7MXWwJpgPexeCZupxA1Cf5RWkCJR/D7qUZD+khFKf4IIQrX1L7EWvEO2DUgYn8YUXYhCYWGKHu/cpmv8HxIMdaQwLQrq3zjMl++rh6ek8ZGmMGlwDoIatimp2bYmQlRyqP/mrtroPguJ9RQCOODga9jc8+zEZVhTlzrDOlU+mucxUwUI7RXfI6yTj/4h6uh7mm1OUYpPON/ARZ95swqwQj5VHHhE9lXb5I9oIIhgNctVEgWuwDREa2+pReXw+A6NtNnaOwK3f4zNTqclNcAjVizf4YpRTqptbkqPWHX5NDTAhtUVpElml3W6RnfaVdvFWnrUivTHkwjXb5t2xZfIZjTzWcD265CakVrPGW5ftnU1WxOuOWf83PO4ACHCU3icij47CK996amqMErrfFl93OFw6VUryBE+Vax6/NbXa7A2xx+UkZRLlVUEvBxRyPHVqERQliXq/YUo2JCXnM7UkQ0fO8Ciaz1tXUT1RUdfFYrXBfmss+z3ZwI/t/SuFHKgFQB4X3LlbuSBwz7oGs6S1nmI/hImMQPPLevBOR8Ww1clbfWNq44OUzb37mBs+rG0xouWkFPnhOuUVHmNmT7HOHgeKUBcFvhtADL7Z3TFfUm2qcFHg2A8q4WTF8aRPCI5+ixCthQif4xZI1bW5+vQWCeGl0bdtiDTLgccj+VYKQGOTLH1p3Ha55rplDRY/3QKyDldjLqCVQbLQ8FNU42irGlwvjNZmDC6suujlsCpy8g+t+tHrgD7EShVmSWG1cXsPxb/tqoMG88gYKl11W/Yr8ZhyQqf/c8/7gNuQXZlfu+leteBEn73S3Q/6e8sd67JGAbmCJbalXK/0Y1rl6mk2iQXXPGvp0fFqLmZNkJVWiu9CFd8QAy7ApzOnlbqpr3qQpwm9/prfqz03Yzkk/1ba/r1SEDEAQ/gSxl7bcR921qPGgC0vCLaynBMqrE8i5GXz/BhW2U7uWNoGz8gl48azYg8ybPGYdp6AX1gHv2Cn3CoPRWPfFLQOzaoDWjicqGCGealGSZf+EAG0QlgkQLiFKpUN5f9vTON6W+p9hl5Pfiz0xjE5IyFh1ub06gXboaV4l24DabjkSVyQuh9YK8obyKxtP911cKfOY1cQgAZuREW97FvefEf+kbVoLFJiviGxULeZdX8iW/LHeEUQbcIO43kaYPp0NsgJ55oNk8nZdPo6+Tm5Pt0/ahFdyMNe8vide8P+2SiQXLnf9zHn7lEkZHVLuJCA4YQh1PM5iaa7hhlQb+0IYhsEUPlVmkQ+tMrJrL36CKQ9+32nWs7ThR6Do0ULBjGRiJ8f0Kgu6AYKFEKTYNlkcZ6OUxZ2ICwrrJnXE3tsGv1NuBnHQ34lG9kgT2TKDxiq2UIKrSC6bxnz/PE7yYzR4FDYXpJmzrzVpmk8i/ujVUfzrXqB8WgFlW5Bi203rouNhdSI1S54PJjb2f8IMLr+4QsGnBd2A2sHvjYbX3/qiQigFcOe+XNKA+yAfpECef14orrT9Z24EcTApwfpzCI429UK2BmX37HBKJHGNjQdMwatzE3gZ2ltasn4ZHtv5zvoJYmQ/wAUF0/rHCHwJDCe3iZXSf0MO5BaPxmBtrZZfBD4ZTUEkAJTTsYraspZ+1++iMjiGZ/ro7rY+YkV1eJHmELe5Ok8MgCG93KOa245I4839KGmk8N51XGKHQWwdENJbsrQw+nfNrdFwTsXsNmyFuCxylcJTYO4zQ055xRBPNol3jcvQs6w80x42fS9pzO8SlaZBJR+hnlYpG51yS5Y1d+vpqEvtYi65ZTqjcr/zm2btTZmoieOr7IhK+RoveYQtML13KMZlG+/oevisDTEaerhBItTsHsNQY6TBBwaJ1tB1+WxoDz1XifmcHWVGKbZYpCFZf9X8RC5Y0FdXVitzXE62o3zawvaIcp4+nc097UwJWHU8yeGqdK5vP9yYXIwxQ83/j0NbSmfJhPu3SayFRO/MEwfBhTMsTcmgBwXC+gFsoC4qi53+JAF1XP+YjU4uSTr/tVwF1aY4rD5cj/rNzGtMDfbRxH0jjiExZ96chCaMHC/YU6SDLAWu4l3GbmaVbJRYdCewV9AHBpiTEuwvIn2MgE1weEY4R7IP94qWppui0EMeWe8g+ibqK4sSMyORCGNBFaCKC7/TL6EIVqdFZiqcTtNBu262udDNDZt6LmPSKlqHYdhWSTOQoXrQ5zXlG8a9Ek2x16nytahYUJKxoddjnu6MjxsO9XS2MXHYEiIu6mwAsHFzADXWcpB+WfCL5NcyNtc1nqBihpDzpOgw/Clpz7WsgUzltMOkZTTHPN5uglfueyU+tMXACRUin4oQJ7qRiA7S40sMNYDgnro4ZCIsGhVQVIHojsYzh5bpSM3193gPjOrh10ViCJ+W611uX2wNCIXbv2c1501XtWC71bOPR1XqGI9jzinTNUQ7Aq+yvS5UF58cz7kBE2UGHatUiIYX99+fwvVjq3NZ8HKdzWUHQ6vKtljlLzyNw4ne0gYGA/AuaajPrmK207i0Q1BajfumdC5Y2YdOYaF8Hh8iqAugVvqd93RvYYISElIDt/V9pVIHQKUP07c6Sh2OZg/uWnlCbkdAYUk/Y+2TNf/n/n3eRHAemlNmfOrTB49bvvkP9DRSlqly+oeQ/ByqbF7NV9nclxGRhmzn2mEGL8rNMGxoTJFZFDP4JJUlu41ikIH/dKHuA3xlcg748m7Z2oUgDE4GvCDF50H2ZVnOvzN7qHfK3/OdG73FpKhuiepjnpzzLapZj5A4RNrINnfBpPE0YF0o1G7oGoykRgN4QezceLFBCCKIgpuAiUW41xfzQicIKgW+3JDFD5h2+JoOVg6D6gNE7PFPzhm50NmafbQ3qsGZGzTZvr0a84PR3079EOl2aZQmspMBK3tAfUulXjPsoyurAB+B/aGrNZwDMtyaeiznm8Ek+Gj8lDgZKq/me9UC3HlAg8p+vGa50dVKfKqqwWHkOrjXmEu1+U2aEClKfH8VIj/6e+VY4tWV2PX5QJcd3Rja9mr2I/aUl7AliN79GZMZBUpL86wIaxhwtgMJUr3QMZGUcpE8oTbHGgPHfU7DCUo6ipud9kqzfFBbRvONpbFJ6XT7dJ0p1zIf0yeh1AvjeC4rpfX31vqzATCIgCoGU3ChIdqXVK86uTRsCsJBH5w4FWF064+fMJKN+jCWvm9btj16tcimOzMQPa49Pjcfsn43xcUtYLS9u43Psss9iaJ9qwe9mJyFYzTMJwn9w4xXkdecBKcqrZYXtNeSJzq1hwfaXv49Ot1g1rw3xKBOYdraXDgQZDXcsBg6nVRScDBBBVQC3dk8serOx4eKJeM+A+qToMdeDzDnRZkG+4vhNjF0H+Uvtt/0BujXQlWsHrBMmPS3emYLDMrxBPRa3nCbtVhV68+quuCI3APKl2pUvFlU9lcds8pRf7yysv9JJGwmyYIzxG2F4t8wHSuy4YOKOIuAYfX7Gwa9l8BIEIWwdFnL2dcNSSNyEIe+uA5z4RYm4tj/nxaCFsf1ZQOEXq5uT9UKLpSYNZ/AG/D8LZ/yweDm+8SHaPKSiVd9TQRY6W9xYEYMbKHTK3WbIdYKCQJQv+zR04yh+f58h7WUH9lmVzoDkjeB9VRyisGOrk8+LxYvD/HNBSH8cMmMdFTOsXqawNnroTd9MFV+xBoLnKRYhYHmdBIHlay/ZucCTmGJ06lJn/HH7IaXj4KxQHI8oua+7mRITaP7aji/DUGsU5MAsYFdwT7EQUEd08LMWpLPA1C9EeEUAFhzBEcCY4FxWWOcyjJqv4fety4c87mZSsRtCpqLfsPOcXC7xZ4xcR1a0Imzn8NvZpnJg5ZJHzX5Jbg6JyJsrHoZbZModUICfAJwI44AjjA4klAgZZBwBucswLNLisOpE+7BNkhVzonMR3ItYku5lLxYOgz4EqsEu8FFReooEYFM5oX/g2MT5ta10BwpIoyr3NhixZaX5haH7j0Ropl9klzKVA8xZxdCBDu03rvfbbBjbtXH+UrOM4Nx2Ok1H3xYvdvnTU9gjdd31bzQRnRWKjD/pxucdlbVK8e4E3NU0LMIuF2YFpS/pkz2LaFRdu/rUCB3C+K8lo+9x/9byBHroZ0EWIyBbeDLy+3oMbkeYVWtj8vMH4SQ5KmDjXpEhYA2Q+oXL0f12rWn5/SK9REn2ZHxooj43Z2hJafWT5iR4691E0WXLZ4DePFcBku6eKkl9VzKVu+Mv0ZTPqINO4cwuE7li2er3hUA+y1MzrnFDDfilrTq/JzK84DLFG1+oC99VPpN70Srk9XeJykXytPqJhny0eA+AAoEGrWQLdrEDU6h//bx2eWs6nQp44witARh8svv2yQm47gfGmUjTpV6AZI6GSdqoE7mo6Vu5KER9nrv/duDiJOba9I3d2KernJHscnnbTOdhfN2QqnStrt4ZnJvmCFDrT1JtCjISSSCdpEIwpaTbQAM9I9UGBxgMiYD0B55nhXIdOrZRnZKiUmwiUwIsuHBs9mEfmK2e+PB5rQLRwcqede/E9F9iNqvFOMxBepX1BjiO6QQ1QA2W9H9p9uFMZpuX/CS3T0W4UQwqTxZQfhcqTVBoquR3f2sSof0f6ufmITPRPuWdYQORRRtbA3ZHYxuACnKNJEEn/3lJLu3dYekVx4RzLv+pGocWNIHAqJHK9OS82E/r1n6gNJNjkKgYzUnjr08e/4xkC24S1icEkHBskTz0R8N0vcmg0Ki7CSjo0AaA1FVjd/F8Bkel8yTRKrl9sDRYyABRFUMZZmFaKlx+wyHj63B5AGo+75mvPYT+e+7Y4r59Y5e9f3IX+ts/5xCzn2VNTh3SZLcPLeP5S6IqrkKgEFqH/4Vk5TmInUQyUt0oTKoDqPa8CXhLDJVqoT5pEe19GkgJPfjuztqrNRouZjGiFRJ7riLU41xeKcxFhuFHZTxehJTOuErygSfwQ9SfZ/8ZHq6sa27B33RLLnyYK5RpJJgPMCCLIOzXN546ytymwhXI3xjIAr9leoy4S2kfNK0R6MtwIgKUG3sJl2drq/Xw4B3UreERCJajBvPRzppBK3US6sIklfc2uJxnoHkGNiWkho/+upO3T/30sDaX9lZRdtZsgSpvLwxkhxCyCx9535W9yzahNnID9mibtFB/N6Ca6JfuTJ47Msu0LmURwqvk9K2suQv5oIKJgzIEy65KXLfIubuWOiLBg6CAcoHDsUCRf0gQAKk+6/hCtbqJQq9dgfzPck03SCwuQcC355KAszb9kzwUVkirYzxyM6L26vNdW2VjuQ3EAEVIie8N5P1ID7zf502znsG1eR/7htpQTjqgaaiA5hD0zBeqyudKvlTCXNpvgMG59LzbRN0JoX2rFoZI68FNyo35XmaWoCVRTwZGkp/sCxmIlOB/IIO7NPdiFSWAFEyBiz4JiQAR0BN/VqzCD2W/Qdo5Nn7EHJdKiFHiqM85PPc6u0KLCwcUEXbp/h3Rt/9BVBEv9ry8kc+od+vWXonnZIgxlsZkZfJ4ovtTWZnVGRad8E/qZUf3wPfP5s9AzTCwfb1r5Y3r1+WEpl8U6taXtbyDJ94svPLuYbbnpZr5MCwXqdEwXvnFm7MQ2ZMWQHER+eviPUrpfoW16Mlz0uCIqm8NjlezeubhRpCZuV0G6dMa5RLrqwbqnDu6IleIKzGkHeGw4BuAhzLspOkpxM5ZtkwmsF3DYvYDyHafsAJqqZ3SKlXbQF6HvmAfFIgP43tAoO4bCNhIVfpI/7qDe3vH7leCgCrJhlzUha3wTQH18U1y5buXdcplXCkkEPP/TW+eDqsQM+CnuDeB1rzz5wGnMXGDvwybxP6I64z6A4sJdrQ7sklPjqnGzlRRBoFaynakV4vS9Nw5rGDNi8+zTm6WJKda2pOYLeoU0BsZZBd0A9DvIvsUQw3SAPvsYre+19qb2q/A3yEAJw3QcIZPlmGX1jsy2OdCRieb7mtqBP19OtL5FpFWQO+0ymQMRGGnooSMJcgwwRUf92FUPAAhq2msVpx6AbvMApwF86VuysOsFtEn6WtuZkcXRl7XHt5cBtHYzuhd3rEZNjBZC5aNP9c+BCCZOS9YfQ7pXEbk0Q+IcBjstBSwcV625Nk5XijhKzFnHhWt12PN3nTZxW7Z//n6frKvj8dvQIUoR6/xGS6/paIhN5Syu8p9henLqjUdOWP8jXjOVNGcQUnB7GVoSop+0DFuZC6rLu9ak6RziSKiJVa/eGdqNrw3fhhc4DjpHmJCmTzM0//ANVByTYn/mlyNmfz9Z5udEcjMHti1q4pN/mtq5CMbpYPUUJqy62K+iazrVKIfOBErqzib5b/1nEA2THanTkXGmzWg55TDVSIfGboVm1EgieERER0zGjOkoS9HlnFg7VXVEk4SGiURFDNuBdRsXU9mShniEF7FXPM3F4SQiXML2gNOXAPhYP2nL7CpiY4m6xsYFp4002cTjDWNniSr4nvjFhtnHV5A2dktzp09+treq4cuFSOqRZB6XrSrywWgS48BKyI4XaMUiAONRametEA9oAsZCsJ7wonGmGklvArquq6fvkqvByhUqEPysfVxZIgG+Fp7TiojPHDQRj8hF7RhI4y/1hbsUzIVsYHSpGpmk3nLmALGz15DmH84VVLw84e2XrJDsyVbHup0RtwYbImjOsVQA5U++nBBK6qkSuNv14e9A2wccfC5TQlrb5CHuV6zhW4UMunUL14v97lURKr86PVg7K/l7ZpAO2d3rYmNB+3qq9rqJtuWNxrXNvHCT09Bo6gq1KJFKIPgrx4eNxjm7NilZnvbZyiCAP1cAlCceb5O1ViznE0jqzsCg6I7zvtuP7qnG5leNvIYYtGdWuDqN0E4snF8WN/a0jz93/zbNpRpkqgzTJojErWyQb1wGnJ+gbAYNUZIjW0zDP5m+H9vpRsdHs+bHpBUhh+7KLYDYU4LdZXjHGy++LkhxpmlxrFQeo9lmdEuIysgHMtzAUOvKrp6jfwCWeRxiksCndn5CD01MYlSUDLtooC1GxLZkyBtDlv/NTdoHULM6AKm/W2QePf0WaJKS6VA7HbNUbUM1IBXO3MP/lcLjGCHOemZlHJ49ANc4xIj34C1IJ448LSZeatu2NDgAcfI8jAOCsq7vfSkLAChf+14xr1d6F4sfNlr1bXItqNTmeMDbHMlFLV0h+63wqi0E8qVLextgaSv0sYFC5IppL8DkYT2CT+cdvJ+7DX4TUkktasbYL4KlhMbzfa19tZDNz0iWW01UTVYjI2QuYrOvGeBzOmYm8VoDOkl+RziOEqrLTpd8CNoeCcsFF5//uq9i9lvxpciSrEmni4PTbVoJV8cZhRVYWKsMFsVhBDVsjVu/csP6gc7GA7jV05U8TYJikFLlAS2zFWbCluJQqBs87IXIfZcbDQmcjqBiRDvvv8v4LO3dBLoiEUZfog7oOAa//37KQaWNpAKGV0IIeEhWhbvZBhGXuvxrr6tirwEK3ijG57KcqbFUfhYiWdSpfnHCE9TlTt5+7yR1hSUAiLVCRZEGi37RJBdVfNZXCoJfL8KiKtCLKDxmFr66Kmi0r9B7AQ9Uoppv/XgYXIYUfyM8QmCI8COYPxeZ7f/tFxwxhqVPswSEnv04Fr7C3ZAYoGT/BQD4gGDDwKoJ4rd2Nim8XKl+znjs6hBA+2zkAH1bK2dTkVTTsQFx45+oxv1NfszFTVMIGsZxZm0Z+OVEgemtBPk2S6f12qkfdiNkoY9QyxGGRvWWSe4Pk+cf+x+mq2j+GjmZVvYjgtJVF+f4r4rsSGbP4KPrk21qIWbQ4v8JWRrBYXKc08z7M42n5ArCZCezjKte15yvGhv6I2cGlCeymLghLM47iadlWJyhWCYaT91ha3akPcHeE8ZqbV1ynomx0PqAlWDFSjK6JGGqUPSDo+0kN8mgHXQ52BtSMQFrOEQttlEB8TKNrzR0dW/tgCcTEuu0GZK8QXpaWnOWFoJI26zQEKfZrGDmJ1NvPYgthFSTteNYxOMVSPmCyVLk9VHKmYfr0CG7NEZa0kBzmGQAOzDQXPxSPTwzj7DVqzu+UvhC5fLbHxxEDDvVyHifQP/SpR9UC4OE+P6kUfAv5m1eJBkEoqdVM+4x/TA0c1riUEPHm0qgbIm7H+jvO9/NLJaMYs30WxKasAYnmmhS4nbLoro9I0ld1sg7665R1xg9NMz6pJ0/2aijOL5WW26s6zp8zDjuUyblEKU6kUEkKJ5G68oiruOVogwRVjm+8bbqIbFeIVwrtTPJU89i7gbIvHJCEAxN9fnZih3a/r5NYxlbQphBsdtn2HRkZh1yZcx5QMDhOfiwoGWtCvaqfw5gu0wre3hA/ni88QIdZYV3uKXf/hKOHOhlt6bhPv1IYph5mAlS9LlEU4Mwl/lt0M7cpEb2OjyfYOLGFkJFMsEiWWhB3S37+MhcftXNzlcS5ZbQxaQI4kBNj8CQ+UBRy3mL3fXgo4Ktzoby7CvypknyhGuTWDLL8ylnDxCqeAVqOHjpuXkWzsHcNdjQE79pg5O4penMimMYHH2BUkJAXwzDgTAZXmS/+V/Tn26mbA9L4BtlaaN9AzhdkjCGcpwj/O52+V0Ni24zk/pXvly6ROUtQP3/yRzUKtlwN5XxHQjy6RT8QnLNBglkoRSKpKiHRSFOiki9SPCwPNR+yUNtUJ4wy0sdrZ+XrOhbWKWdkzu9GcPNC+I7XrunxX7eI4iGWHB7zdFClzxX3uu2wSYBhOxhB1x/kNg/btQZpvdA0Er9bMrdiI68Mtwla8zLhvCgwrHs+aq2PdxtFI9J9mfIyNo3D6gm9u95Uz2/t6MCh1MlcBAaCCdI1IYxsL4AXDsoDGmCIzJjgIUZanMYjudWaFbo9pmCeICbdRWuXM9pql/IrBRdGP6Z3DETl3E8WLTVSXHLh9lr5LNqjK64zbwrn8T909QmoQh3GEGOfjMRhOUGlGQr2nQEMAtiIDd8/NfCorO96p7iWNV7cfTdGOmaE4i5Ov6Vtx55c3AcCBlJUuVx/yjJgQcfrJXyd5qx2tw7GdQB1a0c8AGuHWW7dwR3VExLchjUx67fZFh3RoNHO0J6QdEzdeksaYrPX4ftO0ZfBXF/Izil+xWOflKPDisXpBNGHl+OUkHOkw0qfGOB0pz5OhQS7hJkbOHYuSdYY0Gv/vLnN19Roexv6Np5HEZ8PJBWt/72duZumUJUcZZtF5kUx/6OwKPBzZAvugcN4b28XJNtaGHotnCOxAX4wVYtsxgLm6VFnKKqZBgVNBaAG4kjcqsqN2XBH8igxAU3DopaEyEUiGBjIe8laZwq36BniNhppBTZQ2Oj7su1m5+Jp+kJ/7CSgkypSY2fbBvoIH+NEoXY8doBNAnD8bXi8YHMQ/OhmfLB1OWIreQmNsNBil+ib/JFjO2Z8I8TjOJwLE90IABhYK7g5IChg+qBx5+Rgy7TvZXXEDwyFiOHdRh88C40veSHfX0BFoqWZU06D3d7pejSgZKPLK6cGMpTfGDdnPz7I6MNsQfFuSBa8i1ILp28ghJiBuZCbflEttU0Xn3lVd67e2k2UHf3ElscH2VXUpWocq5+Wq3gcFWgBFLANSe4ES0UuKZuSHv/7qRmCe1+rftREiPSZQhYc50IrLKE/wEO8hcUhdNM+bSMks91UhLrgQNm7VCzgA30Z6jdQwQ/qXnn7LnXbVgde/NhQGcWhf3IMqL9o2zDlQ1ovmC3XQg3ifRSroy1kt/jBvn6sFdYeY949tCPzF6ZO2QjvIUSNUwVpVto6ur57NGWqCpCE0SuVh4S0FkIWNM8AemoP32ZlcE8OZVZC7+JF4EnvpeTI7trWijwIUP+qkbk41D1P7SYfjqRnpqMKCmNaU8wd38ZvizThqQdMRz/kJJuY0ROuTPXcLvDOcXEC599Bqy4xmGHichRHl3IHtP4hmPRmW9Ka5OOL8kNhXfYeDSuv0sSNqjiNVvbY/zLRgEcSwscMXxZbzw/8CUzxPccOBqyCwS5jb7DSG5oX3fnxwEpUvcnQ098pXk2Ygd2lLoLUtdp/z4ha4++tSqd3/Obhe4IyN6xLx1UprSTbmaOC6ZZrQ1BJZ8FHccNu7qXSGvjwTM9chyVDfveUESuOj798xE2sTCQMkv7fCSEJQ/uzRRU/gBZ5l8tVXKGEyTqgip3K5kKPtoaS9RhvpWDJ/xKhXq3IAIjk1zdP2mj9rf7lpmEvuFcD82SG2ZZpXerggcH0ts50dpscuCSD3JUqLS6kBRVfWvf/YM67WSscS2PH08t2fnxYt1tu7Qfh2DaIA0uKJvDOWZ8gEe8YH6N1k88Fu9xzZAL4HsWYpzSGIAYaBf3opU20+7TwBHysKWqLNPxNXWSi99cWmnOK986+vIBUxxcukyGQ6PMb96yx5juuTJKGthBv0eSl2maSZDsr9kfXc3SIwijlC13Ny15rk58G/28hP2G2xLHzCwW5SjNZwCg6vaIZCJDkP02qd9Ig/vB3022VBXKRGKAWcPQsT3Y3NFSJYq8qykFsFz6kEAJpmt51Mlhzb19Shvn7UJrldfEyWMbymG96AoWzFe7r1zJP7P8k3Xw7FyUx+zedg9NmByB/q86C/dRfKrpIm03eNRlHKLUciaNbfP4hnVJbzeMknWkzXdUwOUdhfb+GlQvQk/YMq13leWBd5TSzJ3McoddG1XxAh4cDaBBPA/W4N9ax992WsBYVZC2Xk6i9AlzadBABC/JrWSfPi8iECYSR5HG99h1als29hHEU6h+8wqicuiX8qWRNpiuLhof2OfFQoB/aO3EcsXy1RaZQBiYDF1EcFTQ8QFXAe05MiZ5mvwJXPCFUtrSyJC44MqJZaLHYGisQlteW2PDpAXrxdqzo7G9ZpPe9or9nWnNDZZNvwCBIInu4oQl6Aux7Gh+Z5A/AsPX3g/giNTYiB8tU2sLDuDfJDMF0lLiFQwk3Fj7jYxrj2otf9SS0ex6ouGS5APAT6/YCebuJR1OOTRgeQc5DtAuTWcHMkmsAQe0ePTxgvgE15cWOLKXf777XfwMn3PlW1OUdU6VNlTviE8R3od7bHfJ//8xewRcTkN0VGiNUarlyyzlzpnfrNItJXKOkrrpx4cy+dgcZEUjRXbAelxpmIpM1q5hj/8IYDUPXrGS4kQoEzCyByDUBuz9vDEayvB9fo7HdbXzI+ViSTvQunnoJBMG8fG4Fhh1EG7M4hzgnQGws2bI1xvOm/mYjYXkzUzl2X1/dMXSyENy9UFvybrmK3BpNbYaYEiLN8fLb8dmhXQesaFm7yM7mWw5GVHjXZUBZH4fltvZVZrt9/E4wF3pCJ95ISosuyqNUbGsBUHaOoFauBjEAdc8O2YKR14fgeopyU8kxUqqU+p+0IHVQVEV7s6O4wvqub/jvbPexhmwCZP42znSw2bPSq65eP9hyeOre1Z7ESpySqRkAjOU2hjJ4DpRIJO7efOmYMur0NY5kVkWe5NljCrc2AkJcLGHhJx4bmL2IcrWb+kZANJIT0g2eM9mQ9FT/9M+vB6iyOGAw0PPbD3rf2pvlkbrlMT4qqduZVLXat0nKU+LDS2uGhopk0c78ymXpGPC3YyOOF8H0PHmf8r6Ote1bicQ7+nCj4wPymtsDPfSXhfI3PrDB/2MvwWvX46lh7KTWUTPyoyabMNuQuwMtpI7DROddGeAaIeITXm1P+YqNntQ1Jyohw/fFA/ksiuOjtycIEqeldy5sYMIsU85zy1d47+o7qSMLgHVbTk/D+zyhsDNcYZtsJNhflPdODM1lelikOO6Dnne8O59pzgF2kk+TeOSnYvBzWk940Byv78i0KYdjkzHZivz+VXcDq4MnfPRhdEFM23gJq39ojyodIlR4Bp4Evw+XvOqgrFpi0Jj9oAwu4RaP3+uMF4KyyCvRmUhaR54XcdkxDMQUem2ypGmK/uS55xVySFGCalbpor1VpMxmCWZPhzRyYhOp8d73P+nufzdNc7eEaNqT9qvhBamOGOAUgiWhfwcSF6s7YGhAYCtx40Dk+1ybGPr1V6jz7tVHR96OZwT+JGfQ2mjSS+FbdyWBOG9NudjkPvnqp8EEsN7zCopR0CrtZv66QbcjBU1l0O1unDLi1qoT/Z08jwORbqy7bl0t4VqMn15VNcnnb//XTrKrFV7kkxHBiQm+GfmUG2stt8F3JhUwH8h4v1WBK8XS4xBZftYHkQQkWikBLKIIaElkSRAuX4u40vAefLic8ZaKP4+/FptphG1802eZCJW7WgWaE7zkCV3lI7lX3BbteGPqMZpFnn14E4aKVrnaGVlgg+8NmSuff7bqNJsexU+rlHq/dkDaMvrNXdOjuUuy43FTHBI6SAPL7iwdpSYxPvskXe34G7TzUcJvw/X+T8pFXJJ6JiiIOL7KQbs8x4xJpfyWodPQKzDTfzwANanSLsRFMzXw1jiW5kZE0C1PFj6T2DmgvrI8XL6V1y38GqTnFpds8MDZGhuajvtCDREkoKTRmLN/oxPRUvO+1w2odDUbrZ/6cw7G9I1+26p+1cp+VGQCMe0fbFUNN9Pg6jdUZAf2WFApXx2XiJBUBwE5qC6ZZe03rG/9UlgpvHlMThJ3nSyNL0bOoWQriC/drVBzd+VCcaFdE0wv7oioTqSJ/57SrtZTacYuPLPOzNBIrLqE+PReQlQwaGPSJkpCC8tMC/qFfPPz0lH7k77AGqlyQFdtmlX2VreT/6QWUdU9OTe+L2FjOqpePd02Cxs0niwU1ZktgXiTlxwVFAg99bQINRDci5myki70/nphz0v/yQm72+RY3BCZ7JRSmxhd7E/Wq/fbrTkuFziyo61EdR94VyTLCbm0ekuwD0yR9SjVav77HuPafXUWTIcrXNe6rf9rUtFmur04rIJXfWBy/klHcYMmL09UOKFUISGvCVGUjDmGheWYZJ4y1P24FwSXuBxYDAw7xl5947/L7cmao718xu3o2W46YnwR5pNr309YmAidHD1jnIUJaueg3WswYkkU5FlnQ2fXFcqfZOKiTeiEFIF+Xb0ZVuPHpHnszaVnIxkQMYMLXy2JWqft5kIH1KGpt1XQzzt5J5w28L5CbsO1WvP7eRddYVhsLWe6K2Z5HmsbOXua3EhfbrTLqGmDakku/4p6RDJ+fhfHwblCJ+d3wz3S8Hqp5Y6lGi2jMDYzgyWaSGHykqymANJnUM0IVWaahglf8YMqlZ6CPknAvOR2Nvbo73o48j6n8HCPRpYO1uLG4XUfRy2hJC2h7hO5GfP3Pn0YRTlkUIzBvc4z4coZQMKhV/7j63RkGn5QRC+qZrq32rmIjvgdMrwUjJpEnPe8PQA5hWQnjhC3F28twc70FRrGsSSPSWBKlXFI102NqrlA68qemnDFZ5zm30I1oapfn+cYSt02dw/VYZMR0F7jbvsEQZVmkvgeWp9/CiSak3lceLVbvoZIm8PVvUG7cQ6MvGsT6r9bE2jvP3Qa1Ykt36fZ4vLRPMDVnjV3ngHzaLYUhf/ZdnEh8FEfm++81vSFnElZjIQknGzR2spn1IjT3Y6q40jsv30CX7Lwkmw//8rc2/2ltMfwapyt+C4BT026O4EDqSiGws7U+c6X+xBYHCoqM6ZlbCAcsQ7um3Nq+qFBlSfGpFO2PMT8rTJsmTxqPS0K6F/Lxbb+9DF3OUsxZwNj9IoW/8VZfJwyWBd5E4/Cs+7gDecc7QU4A3ZMI71/1Lssh0SHEasRSoqBxcO1f7YJ5BtWFmOXBDilOW4faznRxlSb8iGSGOIei6n7K7yXAZhHmFyzVBDC6IYxYQy/zVzZ6qodhMeKMfhY6W/VwvUvcVtKBJ+NoGMx7UZ90+xfQNS3PfPkP42nryMpkhfa01/PVZnn0Dzt8/op7BmMNqm8kpIRI+6c2eRQiMuupY1KiKEJ03CydvG3wyC4E5KrN/0h0Szw5NerwdtsuceeTxy03MqSJB8XCEUDOGLQGiFCGLgE2zyHfe8dIER9OeHkybP4zK7gHjyAPFyH5hYQm9H5yWYo9Q37fmiWdJ8JLMfM7uwQkpx4rKtXhGjUUrtspWgTNhTZ7Bj5MIxza960eQOkO3Jsj4yihl10yZ9xOdw3Rq1k7v2sNpLkZo9PH8imSwFtl5Grf5men5ecwGi4TIcNRnWzJJ3hdGu99wRvK33UQyec7+xweFFnDRz9L8SWGrN9przt2TVotaEGYvTANeXnEj9Ppp0ZtBKAd/H/+mRHYhL7kJUeVYck2y5XJrpwXsB4kfmSEy07G9t77qXjU+IbYs9eb8ISbCOBh7PwKo/XZeg9nG5aip6aIi24Ma10oJtaB8+DRwMJxgG3xDTCCYTDYUZTFZ9JR56KNmKOLkzqS3bFJJUqWZWgPLB9hZ4blGXDkioLxgwUWQR4AlYnUCoFmlVUZArcZrQSHxDXVZcuB8sqbzpJrW8tgNxJWWYdKTBsR0O83E74iTpK7lvY0oS2jC9ybsoDoy+tuL4VwWF5+BIA9yOZghN7Q0j6l81OqRgVyMBSL931aAlKO3BmPOzOaxq4ZFWBlzQR06sFzXLat1pdxTcBKvN+ieL/r0nqOSJ31It+cM9xtf5KI+DfmEFCCr1i+I50RT8/S1XKtpkN/OTSWO+1TPy7XR2Uu2uUop0aKGmtgziTQCquF9LeAt0gnfllCwqT6T0EWg+y4h8WrYDZ+8pq2l4DeVwLlXX7KNQd31TjGABB/42xDECKbjAT3TjMxWyIi5xuOEet92D8R8a9z2MRtyay6f5BUEh0rtFUxUcU5ePvymH63DHzi51wQzenGRVQetay1EpLn0J1UJ97gOPrrXI4mXQOyL3/gmyhgN6uKC+DLvp96PMyBp45or8A1qLpnQbl1YioZINC5SoMO2+SAvEjvvl9EZNAQEwTVFMgXlzKNrfR3u1gRY+qJ/o/qQ6w+5AM3aa6C+scQva8JaPlfM6JlbSfC7tTpJvjCl75NjaNda87NRafaaAPECogoXGIiWSALG7jQ9lkCf7E2F0V4bxgc6saN9W751UQw8Nj1ujD7PkEw6B7kik4bVwD5+L/18NTXF9Mk3BDuYm4Pg8Kl+aj/2tFdOX2HcN+dZad+5euv96XTJpi9HDoOi3sStLIDTwX7erD3ojwyFZ2wj9Tol6kLtB8jRG0AUAsk7vyy4fzfRdvgo+qeKlYMEw8q4woKQx7+3AHhpX/x/VT9WGxhgKcmu2pH7pHc7KaG3cbds4TtAqxea/ObU1NGq2XVbfWw81LdHOmFmEcvpw90WEL4W0yRrV3mMkBQbnUpVHyMGpxSkyUuy0aDlqWrtwNk6E34UTnTJDYFhvHvBxS2n6mMR4JTVxW2kWyP64EM0AQuH9zcEMgcNsA7sKpSNXpvFivoXOBvupbyPFecig+NOrDIEYhxaZOWmHJKQtNt75tIt7ol4GY5kMs7SIz2pOxpJXJL6lCn14x568iZ4ox9Iao3D1o4gh/99KyMnM/UHyEPaYAtrtA7sq1Rxqh1Nl2B42F4rumIWkPcvaxW0+pbcIcZ1O8S1peyoWaUDOaFEK9PQnyZzD6iq1cunRksv0LyRTbjqRy2oPwcgCqrmJFHsCSr802GIx7IXHdDvQmmcQje4gNtkx5dv/DCiSQfDlPsxumf6aRoDG8KtZHmcK1NAtmTHpMTB4g3wHj72TpjA/GV7bazLO//b3Ej67qwtlwUPtG6wwmbI9BlRvh3KNmTAX9hB9e1jcxXXQReKqNAt7MKMkr6fqVIc3LASgBP1C0xPIF7CC0Vc9FcAqMsv9SJMKsTqJR480IrEZiWR/iU2OU9jzgWBtCqMLZ6+Lf+5jHKcdVyOqd1mgrXG6rofhXZKfsUjceR40ixVGs1vyweHrOrBV15Hh1mLCWOi4dZGf/IjNrNAzRc5qzPDmb+0rjwGQpmjyGVKs+7OrP79q2C7zUWpuclHZZTqASrZxZFq9tcESe24uwR6WrVsdfr5g/UuFMMO9OLzOqmAoz8zcaPwQN5kPh9ip5UGFtpw/OosZ9AneMoh+028w9+TDWXbDn9OvjDo9d2b6WnxFuhAY5sm8CU+bMnm9INZUSMRTBBMgZ9fL2zbUS7WP3nHqFU54+kectcfN6AY069qf0Mkcp4Y3fYkBeHJniAM86BBp9xmW4bc/guke93Ykm2VqPq2z9F2D1We2zz4hVOknbgTt+6PXLl4xQ0rfm1qp+eF4mHiLrrXrkd3muvt7JwFCEqhQDiegDJt+g6pPcgG4AgtW7upmRTrxb19wWPBKs97o4FbPoaUZMxkUE26eM9nYTwGrIXUFNXrBgISywRpsYxJUtZRR1er1/s3t5uuKnkqoMMv1k4A2cDndA2B/RSYlQ36UXncVXQ4/AJjkRt0UtyjU1tyNmsqM48erK0RgKzMhQua0kXloOFtwJFBsxC7oEUcSWLghXlnfJn/sdELbQZCQQfOCyxsVqc4hfDJv3sEuc5jY8edhaZC+AAD5hhO252cWcoLVvBs96AeWdyA2K6fttF0xrNEe41zdXdWACdx980RKpc5zw8KMGRYne6XNaJHn/hlHU4A37Ij8hN2Ab7i/EanSh0e+Hiob5c9tlAHfmwOOsPdUGZzKMByjkyCP4+5nO2VY+Cy1sHl8uwvXe5/R6QDVlzBIzeEuewrwbS/xV47fHr6wumRM6/yy3t7UXxsoYeoRUhZ7t+PytV4Ue8Rv8HKU0KXlDYcCFbNODQ/qClThoARu4wWmhE8DPhMygldrVLvzOGpEFA2G2v8w7xZd58xRORDwA3iS3zg+D0fIiOWepsfM2VeselCGqQfPjxWkGpZAkLRxrMl3a2PkdWzxaRiCH1C3DYu0ZbS8z4tNo8riOWf06RC+WCk/Va9UaOUG4oukaEMHz8J21Yc48ZAm1D+Z1twy2C4ZJ7+xML8+tfjVoHzOIriLha/4WHPOfkvYPr22euIQvH9uMNrzOE1SJsXEMSAPhlEnfZ9650CpJABNUv+tqjou0C2ivpoQdY3UlHcR1Z1BprdiiMN/6LvUadu+DiD1vpPeuVBg1iFKSXjzbDQV6a1AlFKb9dU3wNu3VUxf7uxA6iAwyKIxV9saj1Z14Ha35MRYOv7+iQujcBfw5SHedSbbpm10qdCm2fZcBDnzlFW0lD/F6YwVMfiR1QT7bntyP7xcmVwDZkZBJRd5WyzCl3wm2zLoonpuORsygwWCAe+OmvfIDmoznhAD1D8b+coGTmArjNuKUDSPeN2rVgzxGBdOzXIG6SiSQ056l1mUCRKScvjuaVWygSXyfN5aXMLflDzRFF1tSBrTqxeQOoUrjop9iFHi77RfW97pgTe0jt6Lg7Wxt0aqRhpmr9WejR6khYuPH24Mu38Q35xVJuQ8ua0Ur7vLRVrB9Vt4imzzvd9/Iy4KBmQa/qzXdOp60KR0G9wC58Nk1S8jbA91j8CTsQqv5iq6W1rifPaBXArA0pbqyTsokWTF98I3moeSzOzKE1XL/HU5vVUFCkRDF/lxuJgHV6RN7D0HgAN0hHiwICCjmAZAbUWClZyR+uytzBpi6MpgxK2D5rMS9eXgLn367KReokpKBMcKITrlTreyysWbpS54cvKboypxTrKrEtxyyLAHGzzPUpu+3z6941HNGWdqKWP2FUhyPJrQsoU7CudgRfyowYLd2xzSOC2JMWmXZg9Pr9VN0j3VMain+IoHuMrN90egK9+Dh/Ve6FhlxYQxzgWXS7mAWNsI89CLaA0pxZuqWTInCyzNVE3SqHeqbVDPzlxf6oC2ezyxc5YyqdZEadftf41oFNathejWrgLjhl2vAeW4MV4SMTK0IdkTq5StE0dIN81LCA0OMy+ZmoFXft6MPXXSWdUYbWSvdAZ2W2XYsrpStEcDtdi9KYy4nq0H/o6OL8lgicuYdsgklEgzPbIOtGOQEvDKMrITn+Vg5bQuVjuEf+0jzz6WXd1h7vS3re2BLxjeedbvG1ckvZR+q6fYFXHOzqBbcE75VkeO8JYnYGZAfZpU0hMYDIk4jRnYEJ6EqRq/PPMOPWuSHTnDQkKPBmsx6IrVo3P9f4yxPQ0BshjZHkGv76vsScXn7z3zL8hiTCDyrCX9E9eK8fYQDpCP96kdmS5716n0+5HpMeAqKKPfGntwG3hagDt8fF01psKQ6mbg/QfsE03lbY+Qc3DzioHEyUTU0oycmCXtW8XruMGG2ifMqAX/xYbmk3nKhryeZP6RP/W17e97DxC7n7wKX/ntWHUlZuWjTa9JmKMKXvYftjuFVLPC81s8mAKMA8tV+SMIDyO7rHNAGerEMJiPMydYxnSDSderdU7SDF0aZgdpHWWKjcbdQ3/Hi6o0GQHL9N9AHsmyGwobTTWCKw3oghPnA2wLREyeKIqdYVhRIGeOsM5kavVwLHPHAJqKThtVI23m1HXUdLorc6aC+LGs3xF2J54KrPwODcTyzgD5KjnbVCJxc7u1aOG+SaYOL4D9CIE7MrJBfpWSpFa6sDushaaEhPzDxZDUiQnMXaQruE35tZefMRL15uBsiF1StUKWBLBGqHZxVLiktjdT469sBRLByORSUdaYVN9DRh8X8K3OlX9tIOnw2ReoqsgqMiA4cw2nplb4apCrlk+o6YNazabLnzzwKlO0P1LmC3DTUOJfVbU6KNEl0+CAZ2XCRc9lc9hEvVxSK3DiwgFva5+QlgoDu6dB1Su272dkMN/qkwh7TOBnXWD3V0+Q+P/4DZwY9TCQsWwXTEWeb872aJlV3vjPoAmlRui3dPwQl8rWeCHlApeb27rDUimYPD3NoP7hoQ5P0v+SfddMXEHxqF2t2Nu3F28//BFebjIMLR39zsvJGJ/P/o5dmu07bxc+Q19sGFyNlEjurBg01i9Eawbv3ZMPTyyvGFMQ3OS6RkFDo/b8iz3EEHAOAq7W1eAY6INPDXjTraS3Al3vfb4b2SG9QkBQsUI6wHKa+ThQvIp2Sh76wKs1m9xmryvZ+s5IvVbgZ19zKdFv+nw/JadyaIpF/+5yORPcsaf7Pkunn+ZWI7gpo0nnEN/MSNJV/hfIa08Gx4kPIwMrlUGysMOd44lg2h5U/b9TPyRScmgpy8HCWjnk0uqZuZp1D0vDPKLRlZWR6YwQikpsaE0n442j2iKNw8ZZL6Qw4gjBDjcehuaqfjMy4AJwjavjTMCUW4gX2vZWwBt7PXRBvQXMuaONMbYGc/pKbjPCvVecIn8RGiMM58OteWTWvEs53jpfCkXGBViJGLI3gdu10eGsFUUrMp+yKFnpmvUgdVK4yo9Y+EwYoIPrKJGtpiblxPS0Y68uro78NjMK48aw+goTBi1ZqxfVJmZlpcGQLBGjjTmTQRtmJ4GZ0Pd7G6XxdG8YhIbaZoT6RFdB/YTmlz+zjGPTpAL6Sm0tsENbyCbMciMudYjdIrkvGrLoVpb6gmI++ll368vIOQqhhwFS7xyT/W/2t3KNq48et+ArXy03jEohXwG3a2VMv2ijcfntHZauFjydnawoQsvR0f1xL9GYV7u3eGD2lJ5L6m8PCzvuA5FOtpViWn4vbXYpf7MxS7rLtGhhwHz0XGkQz8t5eDDefargZC0FNkusQ9kIBh0RISN3Mzp5amJtDn3sFA0u6WB/8mOzGx7Sm98ubBAR3jrOZvGURpRCJ+S0U0/DXjqza4gkq/9MOmxfBsrdS7FsJvyAnExpDVZQ3mKkdAen3ffM9HCy6pnrEJI9YsJhAQt1qP7KHJGhIp8JNaZabPAfERnezFax+EqWFx+p1AWRQ5qHRfkcNOO9Bt/Y8WuWBVqk5TBciOXzsNxV6we1Y25pGhM0LAAMcJrTNCLvX5ozM7eejFZXeaTqAxGWwj8t3OugddbhFH30VeiCsMwDKO4ARLRALa/BYFVMF2j6H1c3088SS93OhAyrVZ9HHWz/SmJt0QioLJ5xi59zGa1Faz4ZiXjWfzd6fsHi6PTe0mVbcK+TQY731lC4WO7xYtte3WnzJqPaMbIgSVIHmLYckTHP80e/E+1WwlqYm8AAYyYzaaevLQ3w3jj0aG26gCeA2f5UwksQAi6WEFOFA6Qp+fHZ4kl93aHINoOQtmOoOseM5simrWC9lrM3Tooq07boUxFXYZtKBB95bosBtrI4LsrPkRzUjDpi6BEA9oMzB1SaaoNXfG8ZeiRO8K5s2AuY4wRmnJvVyXvzAwWiCVLQHzMIFDwNMtm4KjlNSPFe0sxeKrK7bv9Due3eLnDe1kkqshUHounBfHYQlvvVrCxUiK7dwzs0t5u64sbzjrGEWYwOkLxpdZSA9Xh2WQbyFFKbzH+a9jEcYNKv85NxgYUKsrlLrsZwEOoUx317u/AY7YZKuGTiJeelKMV4HpSs5xpqvduTbevGeuBKwDqx4f9sZrm/AwVb3eGxWcBQpILXM6G+f++zoF8fnxy3ludjSfjvhXnHBXNzow4Mu6fmLjAy6VaLVHZsR7AuQS4mYNUrKOLC8evH68Je9Jf21tx1bPHhSUBC7CMgMJtmNuEKL36w3V0sAmrIVLBrSmdxqJuO/DEUDGrGBsg8jn/S13uZE3t1SNZytQv/HRPaHzksamtVhnkNwcIc3FoZ2uvZQA96FOE4QquFl2TsR5n/vztz+zHznzSanAqQfny/9WHO5BDRIB0C+xXiJhHDG962/CMQiX5VDnPZ69xa/uCpmaGe9U4UpOEnUeVAVkWLg/XnfGr1FlHh99KO72faFMWt/i2+NQmMNa8UlTnX3dBBnq9/2MDbX2m/wJOIe4R5rpLgz/VY3/4AGl7gShhEJmFt/nqmo9HRonXxrZ5Qpyik3nueJHfJEyK2tpyP5FiLPseMRC6ooSlnnLlDp7PKFhMRVsU938wxPI4jIgTF8hnQkA/dgPxTDefFlK8Ur7CztYOYtJaTXuQ7zjBn1tOURKj4D7mpbKTnVgy7T/E27bPFo3Tsx/+niGYNWqxbEo4ruOQ/w3nUR9RsBehs4LdWhfLaLpzHCSYcGJ4h2IusFEAWFWiu2Iz/QaQ1zV6mZKru6anT2XQ37kRb2xrga1GAUBW4Cuwl1Jl6thLnCS1Lx48E8thYh2nNzU6QM72x/eYXXaZslLZPt886SkUR9ofj1/w7OM/g5v2Q7rRvbDYUEFLZET95q0oRC5gRUida9/Pcqpu79ViOkPxbATBx+jo6S2lrhOHMRbMceFZdcw5na5kibb7RCO5SNyb8NPGRpOReEWQ9IuFiRDaZOLR92SBnXYIlcXzy34VM4lxSt5PwxbOVza1DN3AwO0d/T0E6+WaP9W52W87ZCiVywP5O0oe7yZjThO34AqZfkaCRTmcnU1+IWxb2NSc/Z4Mtfv436TbomswPj8XypkzC1VbPIvtxqnD1yfNBTU1fhWJ2xq8ntaAP6POb59R2fscBk3nPcUdzGSVRYp1BWSm2+bLwa6bYV3APxD7U3JEgWZVyu/0pY/jE/45p6mMTDTMISj0zNAHo74T2pCDkc7tp+HGKHgvbhKN7QTW5vC6AOTkREFDUQRr36SetWt4IxZLlkoAe/QH5kh/UGBoN6UNWqj5lXq3R7ZGRtUKLvKjCXULX3i7WGXWMGLz+vyLw1c9DlC9KPRn6E47CwSsXkvAg+BIsj7HhW5IVAr8//BLUSMG0kpOGgY4uKrJwoRRJV9FzXcP97ztpyK0vokmSZXQZBUBxxnx89MizfrlZSqFXPoXSHda1Lq5GI77Loia3DG+ZpAbWxEGWt0DUnLl2Nxr/pjeoiOMFGlLv1SnPQYZdjRmMMICY21KV/C3d8EyWco1eyyhzpoBTtvi7pPS+mjVO84LD6ZiB1J+Tg+xBBIBHCw+yv5eiE267TG3pYVBoecBhxgIpnyGNSIQHa0or2WXunVtnlUR6uWYcguoVtS4ZLurWvMRK/xQJt6xcX87dyeQWcnbdDTPN0ZJB0QGbQjSUE8NH2Y9b3pCs4LUhEk97uitRlxUyuY6gxwmy0SAiuL2V2w85N2s0T/Z32gvDCd6j2xWk0yCLsKdTIk8vFWq1Xmch498KRFi1BmFnaqgi0S847i1RJuR9tRbiJkY2bOTRCVhhqZwAjeBRe7j0CErqW35vTl5cfCLM2f6SwSItkvlUDOUB0DeR7OnvFNVt1cPRmnQ8+plYvTWIO3NCdrhVsO1nrq7b9ddZcU8qMpZHO/YYqOeDObVKoDs872AjMkbsMK/UzPrXtKya5o4ZidZY89lFUJOpw3jrAFKmj+YUsgKFrPcCeqVBoFMP2AlcScVsiNRzODRNcHjb1VcVj0+qYvaq0JA/PwX49XmaFSM74kHkgR3NGpwAH2RmT6Wf1m3Dqd8/YYZS01ixOWylUcavD+H0F08WxuCSGvFa2Akvfw+Y1HkrQdsPWOylPNdq4YuaClBUiXFsj0fXcyfpfBH5r+TtdZaAj5/QlzZIVePscfcoqEVucLLBNiUM3Yh+xvrEeAwdbiksp4lDQQOTLzejdp8ZxgS7d/DAcfYfGSxzgMSH0BWMH8+JZvttJ3lPSZrGHh4uFTl9/rWU5UZJ3HQpmlF0jvrKUMbVJtzt0MW4oesdYXRTHLlRKNIM4AY++8466vFJvF6Z8kZk5kB9hZa5l5vjKXKMZugWa+EYSsC83TKr4Dx3PGozPfwGaE3xkdtuxRydgA2Gq0NAnKebG16yejIpfVps5IVYvxcvRsYh/kn44xBv6VvGqjjX/RaPGAw+d2u6pBjJ4R3+vULUFcl/9DOWdaUO2GHn83ZIm9M323qxE9h7TFwbfvCibwdpSokJdx63mIpKI0bUBt5XeHyU9Swcb8o2tDcFLVPBrjrBczV837IxHmqRkxrSZDVlMP2P61QbGTjuK9U/WIogO+cIkPzXARsWxodrx5IZcrK6GExiTwovSTwJT/qWWjDhFkvMhnxDDVen3leA314ZsFxrjzgYhK8q2megfMe6BVGCe8TzKV9eNHGqOR6ysZK3D4WQLjXc4Vn3tW5SpNsexbE3nWA6ergKU3o/RuXxk5ZqqPbuczNlvKpdvIKa+nFMEUci40Y521tpMI5rogqbV2/iKr+gjrTT9WDRJnHm0aQWsbVs3zKU0P8OVhcYj5mvC+/nd+IVsGT6mfdrVWCxTE/PyYi5K/KkGdGYa5OhoLz0BCUR3Nni0vAObweE+Om9lisWyRop8PcNFeYu4BOxBPuqETxGPieasUGLi6DyFfMd1dHHblYBVDOuCmhrGGOiWBfeUas4H5ovD+XSbeZ2jPPL0toXzzjKDYMK2q/JC5Okh7hrA7gQiPjYJ4BluSXwk3pNN7vUxBes096UZflhC2ksQQZd2b7+yRQOIEe4rS0WdVgUFY14uLr/icTKfRgUY4oDUD5z5x62TxAd0JDHS4/KJu1I2XsZBZJ//k8C74MBXhGfp9/P8nfTRq+ELw47o8CR8vyo5MgvAf5PqX7EiNSE4YvxqHl9BnxnhbtSj0eFRcjpYd1dPhF2OI0YYcBapn6vpet9+0lDlmCQ9Ldb9CXBDEm947SoV5u8XFiZmGMO1JBzzTyqojP9Cn8YbXlmlQ/7XlsXbEAZXtKV9Xe1qtk+NWBsZ7o4MqP4TDwKwMh2LESBRrl9p6l/8xZaH8Vkg78/hVAtrlvnz1z+4HrwCDeUJml6inPEHJlL7je/amSzyVXyl3dxrc8639a1QpSTHNSYjFIOTvcHla6CQbKSTBFITT9QQdMDpMxgYN2ilW2GmpptXo35YCCT7Yo466vU+yuip3kh5KyPaZE997A1S5a1zTgBT/+WMT2yjVK9WQg455wrHojvXu+xecXgqpWyTjTkpz/IoKm0q6eYJ5gA7WOm3ZnbmXbL7PLiZ24Guxbyc/3HjOI1vYpRYZAUVRdbXoUuntD148xPoYwg8TGlK6K1e94nGv3SjR624bAbxlMRriFlb9GUzaV4I2NRllM9qtSPQNCVNG0g3w3wNahbrwwq5kvRCT3Lff3dB1zaj9iTceVlvTMCbBmS35KsSMYeABPfnrf+yH2/163cEPCMbWehOa35b1fkrPemUUOrIK+bN75qJDIlOQ4XN5NDexo9/dGchnfjdVjiXVVPinOU/CQhHjdiFuOyLBZ51XA/OVkv8+uQXw9cv7zD8SD6LsQnu2Kx4IfXnKR2DRr8Gmk4pThmuiJ+c6tkh4YCvRZmz1dMdm2hvmMDSatBa40AQk6xS2ta+nVLX0k5ab9Eokc5i1wv1FaBxXlAB7iB02FS4spB3HICOc7nH3M5RiDizert5g/Aah9YVmnH8ibDxn2ovvC6q/So05jhzAPDyAQUokgHp/BVWizaCu5Q3z1hELbQoeh85MMVefA5TbI6VhO+mWmIkPRScWiwEaghiIEQVaQalGHbrEQ+qBoO6jqOlJ8DfxJHVNl0qIuarEVCxeDTUGIix6b4xcONshnrbnEXow9aD1OjG9/xxF2hBYdpkccn29oKmx1N9tYEH/gsc4ffbBEzC4xDZJS3ectgyBB16dQYsv5tZtGHQMW0uKNYxyDdHVpCM/jv9aWkOdcCRUmHwVZi1cANguyzXrnFxAInJ7V7X0hVIfoqqkrjLVMDyfbN1FeBcdZsq9CGqwuViavuk07hP3jHwsy6ZtS+G3zpfPuNWF7E5R+E9oC9ZadB/JSAkr1BqD24/C5jnChZV1idSuQu2YxDD3jck3g7B9Q9rWO/o4oq/YhaCMTmuAwVuwZqLXA7L4tIcL5kcum1HqWo6sCiNsIYAcGQtylu2de+V3bv+AcUygVNkLbykamJ13MOSDT89wZfeGFEOcQxtU9S2xd+QmYu857lW/8GV1Wcl1sWrfupBY7emwr2UoNBM5e8s2TehALb67IrBVXvuhgF3Gr/UVOdwAi17/FaXU0uJdALzeNkGogDGOThgHlOWQ2+qk/ItnslOUBXYt4f+JKcgBcxj1Lxrb/xxz13Xr+FvVurCp49hxfONShMDfrrnhy6DTzfQ14LPRuT96xUI6m8IcZxiPYGwn6Li7emDi5pzw5kZMZQqiPetYZS3Sqi4R/K79qVNbnsrO/+TFpEtS00lnT4D/B49vjx0pR0wrwFiZC53QRZ8FCEzFI/Keiqz8QT3TacwOHpehSHod6LTI4uqE4IhMr2op7qx2vgTfvxTPKReutZxsu2+7KiVOJ/p+RD8RGTt7TrgDRVmL7mubrPipe9gskmxfiC5ndV3e8XhEuuqJGZbtG2V9S5nRPB+UkiseB20600Q0xJkfDS+Wxjo1WMC87W+pz49KlErbiOEgW1uTz7dU7X6D1xO6Lp58FZqAP0jrOT9P1huXakCs3ccw6/k3rG7aoGzyWvGtDNgeaNhRfkn8U0rPSYdys1cblHN36UiE5EPUlxXkl0BG1gHuB5HHtcx5PFVyyX9c1yksPY/UBLYNYx/0v8eMvu6XotQz/QPguPebq3C14kikaBdq+gMM3++vsSqR+Td4dTlM3mRbaZuNQwSVIuuDcdVdt2zmHd+hEPASHZWSelazUS55dx7ExL6mpU8OR26Qt7JvncrcOVqfiQ+8ouwi4dwdScxEce55nQIrQkupdAZo+Rr8N6IIiK81HdGxx2PqKHisWeVQNLlXoj6Y0u3tyRkUjRyipAXLoIpOscQo2kHPzw+4XEvQ21Mc8S/nMQtAX3fv9EMopbLbijonHMJeLLNVns48OGKBK/JRm/erQpejFK7K+cYRgjwx621BlwqzQZxiAHB1BaJK4j6j9+AnHnhAmtzVCNA8xdkqBTxUQbIEbsAeDfl4dBBfgJfF8TRsxPttjgWmhaSDjNq7iQw53BwvjKuZ8Duul651dXXCEQrvb6x8SVNlxa/vd5qZfjxrBH+tJlHrEH0gEy7qbEy9k6FlZnbs/GgduQDDdecFB5zWkU+5A8LcyHhC0EjN/VdsO1bBmATRSZ6EmTipUu7BFKg+RU38k/3ueOI00DN40N2jb+V50e4+WE2nQeTWxEXNsGWejeBk2QgtFoKBXEak6dB5D5ntjAwXedMUG2a51psf9hDBMqcfuPq71pec/B0E4MefgDYoCN2Wu1BtczAHL1SRKWO0cbpEVeb6n4pieq6+pJtWxPG8mMjJpdXio7F5tRdDJvhEY23SQ7ct+kJMQ/5UgkON52TSMvJQ8louYWuq+Yg7oDnDl3AiJETAuorUlwEB9CQZ9uu1SnoTpLLgHBP+037aCWfmxbvE8qJr88Fn6J9TsxxL/pgwnbFz3ySxLr89klfQgcW4160wq2A9I1pns/x9h8Dfw7W1ASpVcCS47xuNiU4FHrNVF0X7nL9VHU13LJYfWfjRtRMrChH5P60YbR7QmHkNhuIx9QbgoNHZJoe8bVOV5uhn5PzpfFbvVcxpUOLl5bEB3Q1T8acQI0qKOcIcuemgRtNNyxVWIL7T6k4SY52NRwqTeT/6JNSAymG6PWyXXJyt+n848ocuCjSVdKtl61vwcYEZVgIjCWcFLmwF6Ygt2ecDP00Rilsb6rdORtpQL0GJRMblJQ5ehcjfMKw0Kr5qxJovl398Bu05v5t8Djdqt2bHtB7zNflLj8k9L983Zi7Ia2CrlY7ToL/ptEDl+kPFkyr4rsFh38Vm9DcFII46S67dNJBwZ062vFbwlJzOtwEcMJyuweKbD4vVmAjjptZnJpd1GG8BQGGCafOdTrRnfr4iJBe8TVWLWS5YyaxOlqf2Yprk/6jJFBqXuxLbuqbQ3KOXNtuElMaXAnTa9I+iQ1j56JCtJp1S9pMD0sLfMvFBySay+e7VUOh+Vupq7VFgq+DTymd+oCrbDfze40OLAnjHF5S0CMhJRXrL86j45l/G1APoHWCdqIbxP8xJQjtX08KnS6QoPN0qtjyys5UJ5We3/s5mgAa+MxzRbQTHm+M6EBZH2Q+Ad5nabJ8GUKJdDYxZsiA5YEMscNI15kE7yuXLD/WjN0WFNpVfGz88pQG5PLVYluKYjDLAGmiMHOilLWElvG4MlAfgrnQrqZOi3dl3l0uoIvsSyUIDk4qYPIzL3FCD3xyTlpsdUlr8fETkCYwRNhKCK+G3ZPTR/uVP62mQDnhw1hcJKV1cCFyk9yezhbUTdK5Ih2lCrMEDzeV9n9X4/+d+ffR8Jrti8Sgvotd90JYT9ZNA3i1+c/LdDJTLi+bGt5Bc5XI6lvP6UnAzVFuYAB51FHxgetG/M5rLzrGr49xEiOs33vM7djC55M6tZQFxYCVEZeogDxaL9xabbNoxCGzPhKIqpp7/gCiSRdww0Ej/nnPh5HN+Bq8jC4gUOZRWL2bJ/o1qs/iVsxf40Phmx8d/dZW8u2ycbcRlfzySCTVUm64WA7LSko9RmAMBWd1JwEWfW32N+XxLYpRdoEE9kEuM0gdJhwrCYGPwEpC0jNrfGfgmP3n76K2Pz8zc8Qo0TneHbOm5Vn7f9nm7GNPG3lbO63YvIK/YyLagSNmZSsaRh2dGvlmJ3pYEgQF2qn50MhBAwCfGeatgQ5iNBAGLEtobymc5wbhZejZjSkvhe7WcM+/wNEcdFnvuA2P73kNzBkXx+mWNkTVpt8nmvaFfiyfG+Yvm3TUpmrZGV5csmAWjcQ9Lhbx/46alxld5WIX9WmqLcKCVX4mt2Y4hGc9xqWHP4JWtNDlemTdxv34XqqBcpDb0j36lW5Wjb5oxhb62zFsqhrcpaI7HcV3QvU8+eIS5AyN2fzpyjMuC907ixxABD/7/3CyhjO3P+OSHqwbrNFo3kO64faYgfDTrinSKHCs6+0uDH9/45UCIMKWsCFt/BZdk97/mjroaw5DuNnTDvO2ZjJtVTBu8EtFISM+I2op4cQBy6NNC4LAuKMZyep4chTK2sde8b//ksQNCw1+GdvNAjobibZA1AfAxc6F67HviE+mXVExgbXkOS5Q+spRy2HI8PN6lV8tXg9BOBpFYFQ5dZo+Lv6GivY7vEXLDYRffJ82SXXXoM4ecag+hOfy1ZjDReXlXJoD6m4vV6KMbQeKZ1FmiXR9hnDP2Ooiti9hKZkyPYZEmvkBVTlYBB71sqUFADUuZrtEbQM7owrcUaQ1mJK+9Hx3EAebC01VpMsOho5+hcqwYWopCeC1giwfHVbb4GTptUkl+a5I+rhVS1kaYxrqphardGBSULckfzjtsJ++6WC3t74w18hzqM/qNK6WptNHsHPyr/RloVopFOQWcL82gd9W7wgrzecMP7FM/NGeOMDkfsbNcnQz74vb/2cuES6s3K/FKHSjxU8sTMhkzgcHpi4g7nQi7kX8s7tRP4iH9vIHOUOmDFOy4NAo87U3gmYFVPn1fod6taAHZjYiachcg36nDSUFCR3DmvoaVJaQ8K0JeS/Fzr8s8Cip6gOEMq7n6F0rHhN4EZFWA7hEZ/L7o8rxPx6zdZarMbVI2F/G30ZdW9XI9wkS/rgzjrC7v3Lj6vVXKrjwlDFS8/RpKDSQyLxrTu5wpTJSiaY1Na3ghOZR7j615g0mVPCBg9aLCsmKkOzoFKXMV6IGvJsnRXUaKhJ9UZymOpHsMSijY2dQBLAYtZe2tSHaWitQCchraIzkXNUtKq4bufJ+/xNk/+LlUAyw72UYY7eAB242IecxxGXF/aflmVVWJCLOOE8YVv49fnxKzo2naKl4HEv4ZFE3JdCliDdLzAQIcH6PjjU+FT96r4WYTBUu0kiueuwnYwYa8LHdZd1xLqYWrrZgVhLeGSpDsbAGiwBI7gvVw5/KLPnSoIKAGXPQyeHV/N1AJyNMLyXZ3ZLwijTRM5BNRAy9zxLH55N/VHeS2wdirOPkU3w3brwks5+K2vvU5kqQdWNtY8X+BYqgP8kPpTVScPPA53/Fpvk0nRe1clcarn0hP5imGflY3jK4LLMHBk2x2EcjjYpgzcIKWmlchphnBLf7iXsxlTjH/lzU/HwBSsnrrMErv7l0+8vsubWzVBZuTpg8X10tIfvyvX/siuNgzRINB8OG4F8x/lBMHINGcoqN24/OSkdQtbcck9T/k3Hc1mzTwZzu0QXo6pq6+WV5/SjeGi6e4a2zp9KAhH4iaBqaMS+HSKPHCqusXRGUpfdKsHupJENp/pD+tWLABoesjkvxmth6HKbd7mPGyLmZq6nM57FEKnzpoTITZasye6JExH1hVMqJ8c2VnuXvC45X96NymoNg4kcA6HfZFgVzs2KJIOJIh8ngNsw2IP9Fy0aTzeegWmaCIMfFdgeLeG2kbPMmAF0nhLSoQJFdRn5OsD7bL5sChgkPt4Qb10x7G7R0dPW+03EF1WNtOy4SuSmn7BxilFZn+J7sBN6Neme0u+Ow9+vBzWHRKKFAl3DwthUG1QouHZ6AYzVcQgkFCTQWZoOuZlfHLE7Ayf/bFk1JvUhRSsq5GlRnUkK4euWoP4vXmqqVSEjJ/Akt8sTZDptQcGpPSmUvxYrB/Zy3nVhJY2ACCaLE18AtRegg6ItnbWAmdnwi9oWyJJB75Bru+IWD6YVzwr7uHhSbwr5XdVVGb+8ozrFh4Id9hEEqcfgh8xmz7yJ61nTVwkgnQmZGdppNXZgmdDCprXL1DuIW64bDT3woesWTFyJmBig7vg54ydNNoivJN244Up1X7yK5Emv1QxP163cAgz6tE55tRwtkXRnE+SyhSea+J6TZCX1sNH7C2aUjNnacjVHGKS7D6i7YmJ5buUBXRgXsqmZ1jNjZOfMD87r0YfzWiqx9B3gYwoL5dRd6KRSkhjdIijo14Mv0mql7GrG+ggD9dkMo1NVYUN1Qw//jN6U//fGyHc5Iac0to1J7ZhRerSlE+FYes4s4l0LZDPgQA34BJIRnA3ldARyGsjZz5JRlZFoPTa3POdfCg5Zier173mUhU+nMCTDs4iGZjUHfSR9nsNAvqMl9g2Hi2Y+eb7ew2tgxeU6K6HN9/sX0NKbatv5r6sV+y6NKFZbka58s3RXXJ5GQiA71UdtGIiqdljiUOjUFSvhlCkGlnBPHRHj2Uz7G7EZwQBrW+W+yuv7PcA6GmzF0l6oORw1RGd2CbZBM+W1XiZf45JGODVc/t7som2oAXbcvD8MELR0LSI225S4EkNPvC47MFfDSrZB+2QDaKkYmckCjO7fm+uYrsijWvmJwqzDD2c+Fs6WrJ7TdUkgOXuyEa5p4fYpRvtJeoCQFPzsfOcaMk5ZM1YKW2uVJPLswuxETogs6xJU+LYdaTgAHt/XidNZokGUka9rB/Z8RdIz8e5Nv2nVFv6JyYiIYn1Dtqo5ALXaPh/6VuaSfOjPAgWdn8bgwJZJRZk6owW0XF5hsC/N++OxoEZkQvlaMuzPYo4gJQqlF/4eXwXe9ZvOCuF0X8MruEovSmikOwP9i4s/E5W9vf82mDLhsYC/gxln5j06uKSM5ageBIlpJHa/LwOn003dHWJdTJoSExQz+M/eAeiPR+mHQ+ismtR63vrh1nbdS4dk4gVEbEolGO9bFlugRfvl0taC80p2oxQz6ivg6UOsgYG/cKs8AjTvgFFd2WoAKuqfIeTjj35kGeb5eluRy5e143ydRlsEPevxlI/1lhby91fJya/c1hnM6f9aFEfzJnPywgNLjx8C50pZyCiuI1ywX1yDlbvCRCQnXJkd7hE/yo/FdvYKCBzeeTF/KGyUekAAQCgvYqGSBmvgXOYCU7+n/oRIJ4xM5EV0gnYe0hJpCT33r+2KnesAkRgYNstgT9B07BFTUVwRHT++n+tmG0Q0rHfVZqrqqF2Ip3UZqYJjd56L1PTZviWseVF5yx/6arKWh3eMHl6c0LNMBmF04fVTdbgZwHqHKRm8S3wtkkcVWl84UJsdBL4YWRqWFcsVs4FsRcFaqxGb4P87L8FfI553x30ldgEfoFFo+dwYhLlspvdd6jJCEyXR8xI5cl00K10PSD96/jtKncHoTkztszXBSYnIYV3LvzonxZx2Uw2nGTpW3Ld6NSfdpeBoYaFUndHmMZB+GulgHyp+Ks098vJGexPiv8OsQ23Ji4JUdoSh30oaL7CnMM6li6KcxncMd4JJztLXfAbf2XF3d0x7piLt3ModQ+OIjMOuBKgS1b6+35zygK1E8jP/ShdyYd/TDhqCaQCnhK60onHDK07LrM8FvYgUx39n6z7eXAdVYuariobT3Cnle52j2D6TmOsW+5462IIVWmmSBlvfnq1thbROZIG8iiYrT7lGRx990Y522yCX/eYR3KdJCVavT51OA9drLgBJTzmBKw/xKptOVzlLTafIfJdhSsKS/s21RgCCWpw6Ng05Mw8ah/hXsVi0fkssvfJZL3q8AGdYUsAwvLMO39r0Bzf04f5DhX/MhCAF6TcRbR3Xl592Ag78jr2jyOyYkq3A39PiPDX8s2HRDCLM+frNoDTizU5EPyuu1VF7jRDwRb4MDK61XaPB9wS+KOmegMpPK4p4zWfuAeVxVFLAz+VykbkOuRA5uOPTCkz6LnMJZyxmycIOq5NyypQXaaRcXcxWJeZW+cvIeJXMQPKygzWiRhrKgY0slwxGl3vb5cCDYZx3cQnSPqWhGBcEhVccLpuoAYhQygUtrnWfg0xj1PQDGoW3oPmqqHE1PBTHKwx2gOQtl7dpabwVTL1GSVMv+wgrWi8sDgzn5Am/bXUCMrSzdmXM6phLvYmirOGbm5c3Hh5dDPuxEorKH3FKDFQvY0mjRRoh/k22bdPwuACk6Ba2mmAOIDv+xiYPH5kRSPdCYlQVSgJUklrp2vCG7qCjBfP8yvcEFME6QQ1Ihb6xNnQRdn6IxGy1ET/zhwMHyGU9peql+/vxlwEvWaEPDyGDVjFUOtyCW7Kb/SKxuV2bz9aRwqcGjisfhyQ08cLwK7GHimN2ceDaCCkRsVhR78v4WxRxtTCXFlyUbn1Y0NXAfXYDfNoUa/VVosNLDtwjvC0lvavF12CjVQk5wkhk7+LTKxtXSzNLIE/yO3JxKDZTnXYDw5O02VJnk/rXM7piCYTQJCX49HcxXeHz30Lo/SZQ61chMq85EpUqot1T8Pqc3EnrSucixEM17oxYLTCPumemRPmzE0vkTYlRfvwIo9GupOgGwR4T3zqvxwKOIoZmkg2FfGCPJV+UnYrnqBBiWwR/i2vfMRT7OYSkIK92WeGTRrcr6t0g/ShwZkeTCgIZ8Dw9WxiCWGO7Pll0ELGKVQ/WTlDEbxNFCNDk6hj/x9ipFZaTpjKpRJYNqODG41KJ57JTUbWgz7u8YO/ybh9wiIRWxmSPMQOKFQ3V0ODmhIOY7+K/eRLh8a6oFVd74zixABwF0qmgmi8uI0b2oDURRtSXYpg9shOUAV8eWEMKWkLo6E/Ch1uuOLvjfrWs8pWd2wnBT2riqwhx4iqbwI4m8FTMDFtuBo6Y6Pv0zH+lsYgrQZMP9H//vMHyt2nP+YjZ9PG0ATeO9jn3yMnL05Rm89THWsdSCJTPTqfyaznumK9ccoGRuMvXKaHen3CEnV+Fy6a79HuM7kB7YIJ5g5qKIlojjEbbMFkujZ6TBbDZdBQAXaqhjD/HvUML0vBxyz1O1XbAv2V5xaqxHSEje+IaPFva8sudFFy9kNZZw+jCbpkc3wrbjT3enkanz/XOkZGlNewtKJAU3myNb7c8KWmOudPn1Yqd960DIXpoJPLnsQJOJm0gpC35GBHCZx+nSdko0u9Mfybzo0MClotpq6MUGsT/OJyTuYQQXBQBX809bpacL1fADv4LH7E2lGYC1R3OF0HtJfFWjN20u/qDL/OWUlNxqkWuWWMAt237rBF0GIzjJlabg/PFf2+rrAQZ2IyHOxn90ojXw59cUeOs3bQ43hli1BmdgBtqrsqvgF//DA4D2VH3vLnaDeAUq/HkTHZbD3edghwAWte6BilgRe+oUCYIkpInvoNA179HixyhqLh6ZlgQnOnsBpsLXP3ffMs2dTdxF5sxp+7yss6NenquFaTlHhdEeN2zdi05skJ3q2uF74fIqN7Djje4CHRIJv0R7ywRR9G95i8/ysp4xnUYYRciYIeu/kxhK97mLClBgcUuE0h4JJhUpkS4NWgEVaMQHxyfUnwSszAinfb9jaszIU6LMrrU6ja52TyJhFBO0uTLW8VcbnKreiJNVDBWPaGPbr6jLhpdpWpa4edfH2M3Z1jXx1B+2ECabxd3kQOhV4tCOdc1xhvXyG+Z/MdvMd6pesN2g+axDPv5qMZZh1QqpW4t17cfJ4kq7Wno9++7O1A5foEstAqfSfdHCrCiHHlgfW2iMP1PM/OlQQ3e2NyRGA1euGzZo6tPPu0l72GWhS2vdF4w1y8RdePenffgomN+yPL5LOMlFx4fppfvh94H/SaLNcTQ4VgmTbxFG6ZNg3l9J0YO4zu/KK8D8ulkG8g/LhV+kJwjFVa43BeY2JmRd+TdsfKrYvzE9c6TpQb1L/EsmcTwMD7DcCEdqrGoU+qi6nG+e/2e9FMlCdCPx0QQY+l1X8NpH0mhPpH0eUqnNzZohz5SbOcvjrJ33nbCAxOMdjhU2zlasP/hrWyzeUTmOGpwFaW41nlEKKqWsSXlTlJpqm5OtYF0oOEDwo0/GMwSjmFzRKHWrknVXRdMtxQrusIgJWc90s3y+qe+L0moqaT80QwXja9FGmgglXYQ1o+vMeAlz+JA8f2/dC0mMSyq9fSGIaEtuiLSiqc2/GE0lUVw4hOrGxfE7e7I18gprTvK7m+kXrUaHVPBDDhybMiuYO3D5hK66Osww+Cejhq4c6vjRTzBO/WxSTQVOUJz3+iFeAOXn7DFg/Dy9Y+IWI0/vAn3rK/Aimz/AUuCXVjyUd3laH7AuJQU4izOIjbgGHTRw05UJqL3gfYzesk+I4T43QcBCdCIOgr0GX1FSOHA5QCTmwTGoURCYO6DHhcz3iNdR2N/KPNfTLM88FMH+/u2b4oKTnVT/wkE/N3ZZMC4d85nhMmONPVx6gLWWM0Gphs/HUqgil+jLH4xMn2QT4OPSSfb/konaeY1yDvz2bzC656iHRBcJlOYVp5LGdOnNyDiEAd1aSLfhZTiuIgOEeyT+Xv+dSm/Vx2V8E4wBsZgd1N26YsXS8bAmzLjQSO88IXTbMeT5bRoetVFME+eB7byZqCl04mspV0pPhvsTqkLf5UfGR6Qx6g+N7xMaEDaKou6UNDvRMFq/6AVZt6oglBQvlcMpf1/IQWN1RkoNP1GYygtKfkrqG2JBAAXcUCeWue/rUKQKTURbqK4Sft2C5dUVnkSZnxP1RRmtUeMyk/vMv+nheps+vi4nQsL+BXzE7o/1D9yqAOOPJCilbWV8yIDTPB4CicJd2jgjMBiDl0hwpkzyCktvoa+1d2X+B/kbLnYhhZohytQsK3yEehaIuE/DkagFextiSkWuiDnZOrsq2t10WeCGz3e70HtE5WnVHcfYJSVSDw8UtvWCPUpe44hNUWxJWiQAquCu/o2PaZA4fsrCuP3hYAhk63AuorM4DfW4ml1SB/PsQnPrWyKOW/5PQtmoh0zUBmge0V+oJzuLik3tWlpqn72/CDN44oNalBtXFKWmz6fUDHmlscdyztthI8vZydnI35kbq+mwIQb58QweS+1+ewYpvlRIoFvr9qZGSEkJNsfh22aYc7LiPmlgQGhPwJPVwh6qrX4kGRQEF8KZeNNTfAd/HHHBuHPlxoMhEC4L93oJAvFtaVB8n6cRm0RAaEyTRn9/xQRzwyvzitH0/jHxjMli+IL88SXD/ZZ3q3l8aSq7P/CoVaXOSAlp2TiM5/AMnfM4imPOJoOjGEp+65YNgJPW67Mhph9S6Uxkv3Isg+3SnvK5WWc/5zVnfCKsv+kecDKqSSF33Iq4XWfVuLkwtKG9Zn4Vu9FE7TbJzZLQpHS2SsBOVc4PblTc9VYMCFMmQZIelXy0fZ80hSRuYoI+JsUZ2vykHw8Ko7Et9Og4ltjiv/eC+5IdW/Ej24EEGEyQ/22ZgGi/tWr1ugugCfM1mKeIQ4MDt4ewKxOx19ohhOtEHPxgljoOdZOgGaQyni/j+2VPGXgEARRXAger7OQjmI/N6CLfWkwLSGpKDEPW/p/cam28VF/JUTUXDvGslcZPUh0oLfHLZGQG8vEGTshALhcfm3M67rcbiuFYTdNNDTjWL0PRSRyEqU3qSIey9vG7d3nJuwOtKYxMl+tHj/HYLmudm55QMQWPT5/5mwVT9mj7kG7WraJ7QbZNkN70mU9iA+vDENyPEvrfDFyxS8DsBdvD/+bPx08i0ENO4GKnTKIIaknF4f/guqOKHVwzIpDX0sVtdyIqwM1W5qhpdQwLHn5tLJ7GRbEOEO6YR1EH2oYsiz77q8BPWXo1jz1NKbtf3XDHsVKlJIVHA1nr5sllRD3fNn+6fc9MrBRK5UmaoowecnpPdBauXcsLPDz0AYMRShC9NAupP6RWU0iW3kkWX2NZBFKHvdZFGvjUR8cFizCTzFIHerQKtLh/X25wJsW2sC6ZKdlgijT9VMpUhx/mvWNCnihQG/zlFKeveDTIgrT6qxBoRjR7/XjS+WqAj5Cf/3hldYPCxoNIso5L3Jtjf4TWxjVWrKGU9y1h6uRxyXD1hzeuiWlvy3RAAsgviwtuYtRC4DbNVPRP50/ohQIsIFeB8Lgj0r+yVnfOGmajrEx/gYoA7gY7ThKuc3pBrciLcD+2QvhlRO7Rbl+gYaZL9E5ZYBIqofikJ+xVY2kMOTTmEg1Ms/UnPG8dG6q5EZ6JpjRh8zdpBz/o0LegKwYxZwjpid8VNydoofqcPRjhbO8BRmPc1An7/eIblXTjtV8Z5qGigbad0lmvVS27UO5vixHm3LGml/DYqQSi4Yo3Ze8H/3kNhVrn9jr57Je8vKoiqwZSL8bYLulamUQLlUXrHXhFsey7e5ZTBBNCz8DeDhG/w3LjOgXlLx1XZK0K5xB+j+lnG9HQ1kif1auWIowEkkfFiV6OMXewj0727mNZqgAIxss10pc4UdlSdi3HRzlQX88Tb69oPS0u6BFbIUFSSjn3PuCu+1azDzwcEnwh8gSUwTsrN/5sXk6cCYwnWVoeMrqkTydZ8IYZ3YzSDGJCalcmbC7yCyBVA2R+mIvZzSdrn6nQpMt09YEqTA6ndH2uXY+nSTvtr/lWHkwuegTMVM5Q9wDj8ASPPPeejQQ/p2siZYAkXvILeWGVWuwvfN2eqt5dv3xz1oBkx9wWTe9Dg5Mcz5R7dA7AlJUTD0bP1XNsLNuUahrzUH0hfdIy98MjV+hqQ16JQJv8w5tLzA3vdDA69ESDPTfA/wDtz/wi95xPB8+6EhJhDXhYeS1/HZQ2MBhzxx2cXKi/wKZVWY6CMEGKiqKmsBvB6xrgYFXCdNsNTpqZT2BLGQ8/abrCSfAoVAIdNpa9BtPyh2mPOksqj+m0lK8hOcFin+w2zj5FXczUJHjyREUB5FwFodQz3LLNu6Ontwaz/1dgff3ArHS4Z8qW+e7eZmF8HI4EfkZz305ATOCjjhldZnRiiGhzWYeDwv3GARYdJN9sxnVRQI6clYZLo0PqdUkfYUyl+kXvdB/I9uNOsKxFHBnLWGoUAD4LyAlNgs2wT+35x7pc9zqxA0NrclN/8mS3RU57z7JeJYDucVu/woo6Z4m5nih0rruIlV4OCygFiZeWGI4RcnzEav5Nyx7zgICpIIqGL/osDTgc4EXrsJLwpDhZtK+bUZlZMPSWZ4LxVJ5+d/SeMd2ZlD3CUe6gu+ZtXhanCxPvTzrYTqy6q3lMLK8ceVhuSEVn2bwMbKbkaQiLuya2tnf/DuCuIGn6Ew9A/rzoo6qTaxlBq8LzlceEDsDLyiiZ+ijO1lGN+fSvjYEZj7ncIW8UXIHO7B4cN7E8aZgPu66bgbUR8/6v/5Vq+8HBWBOGTN83yM8eH9rkdLV0etNXF2+/cvWZ8rqKkmUJSr4sepWZVfFL+qhlYM81DjivkEV8yrrNse8C7GeB4j9W5rK/C1t13szOhD/sibnHpme2cRJ0SVLU1wffuBAnvvcOa6UHhesW5M0JeRsHS+ro5ssZf+GGTrbR8YMgpLiJBlhJkVmwc+hjD8nf8qsVs5n96CCQMwRlgjsQCQjXZJszq/p2dChPrXN25pTGuXgoBY4yjXLB6i/khd2EuH7QtqCaRKywPD8pu9fUt6H5KnBdbhRCK+CCYSB0zMOPpS1zVb0TGH21SDx54jrxIwEH1FaR3cZwFNO6lQglJ2/6F6LTS3YKscEtMtEU97VN0uUjgB0Da1lB+egVieQmPAYfQVu6MSE4EXGh+lHBGwWwUXPOuRjiERY7IhzJXTujNuS+nWm/O3K8oEgLYSXAPqUPB1DRc/bpvNI2ft6KF/kUE+R/JPL3VsS0rJ4OPKPAtsYeGWIxBoZLVsSU0bVIZL7v5NZJsY84Zbtg+Fj8HhkJDS3xgufFqOAkr/WfKhiC2SyUuIrDi03lKUdwkYJE0mUpzschx+9M1a5tlbmEogLUP8S7GqNJqlI3FiPxwCaOKcvlSYRyR7u6Kgflb+iwK2bdgAZLynT9Fq3gOnN/LxhEkQe3D0c6H3CB7h28UnxdXe7rErpGHn3uxlYSGiZu0NjIv6/JA1qRFk14+bohrJ4M95R24oEafkQPtc/I/6SjMSK1zAilaC/PowkrfKZMfOAUebz4I050gttx2hg2EMMFmE8M2ncbodtlMBXBp8Q8uPiATlsyYpKSR2QLVdnKm8ZOJD6EU+7fP6d267Q3Nx/MPDvkYuWNDPYXhZuvsm1+KGtkhLPGgEF5Ek5Ma6wRAv6DQKVYYSWPOf+LIJyXHCIshOjjcqI1VUtId5jqrNU9bJJkz9ugVOx+otlEBR8+HlXnU6zaYCbDnM9Nzv+UsXIYJK/NNwYmrYZoTsfPuWf+WF3ixcjDhunF8XJf+N1LmnGqh/ARmOtQjw90xZlOTC55PUyeWb9KLiZNUH++N8LFTmNmXl6bbeni+YQ6uqC1uNz13s+yfdpt43GaByQYDBecGyLtgq8IfqsgFPgl5Zpjg2GAc3UHuuVV5JuhibkQ+dy6li6lKHn/MX9ebOTIZyTAcuF8LwuI/W26eRv2d/ond3chYYh0rYd6/rBJ91XOKIfOxHiZCJJ1l5KlL1pRSso07L3v/T825r20zAP3ZXGUmJmNwAmlOUCMZaF4J1vSZYh4MV8BCppRFYUTr7Br/FqRH1NeqUnZ9j6Y61HB2FA3yN0U6YIFjRRNZPzmMW3pVzPKjyUIpypmrbhM1CiCYSuyDRPTEbINrjAG7RTaOX0jkkWWrj8+KLP2qJDOrt2NYl6zRZsYe0nv7HKiHgnhZnbQr9rB0FGwmQEJ7i+fscMyWPcvxrL08lkDbsUvpFgoB/KJEo4HaKXHUZtZhwdRcYkw+xQd8tekfXByN6S36BIgoFun08dzPd8OLwCC7eJAk4KO7yPtV1HIQ5IQYryu9tEtfQVojEslSP9kcRTtbqAvU/8fpNv3vmJ/DJyKaUXgKa2S9EM3RUYRhZV9eQBfTD/WG4ZZgu1sRaEeTYBIq/4T+y1RbgroM4QGFTmtG0F6E+htumbh3WqSD/NLdxf4vIJ3Qof97rNfgVVunVSm2kGLHK9TXEAAkB33AnSgWRAlFmF9Ssb9ZtHT5Fb2FP2Cqxx+wbKgOIoPwPxzmYJ2mj6Bm2ssZPSL1T0f6OFdsNhev60lj0Y/UOlmK9NUl+2m7f9WoYLtOyvsCHyYn5it9xAlQMEXoVWTMN+SNFbzcYtVhIK8+q/mCGR9Mtt0XyVE0rTJHAcK0FJc4dLxzjkM12dJBFaxlr2klDb5DdKmWY+KLjd6KGXYzsqtNDTN2xdq+lI1gaqa6w5fyT6W6s9T5f2z6J5bY3Zq7V7DqoMu0e+OwLrhJSvkk0v4fm7po1Be6FKHuqW2ph0p9G2JQTePlcE7DutUcMPBG0RraBkix0gYv+sSNGjCWyjiQ7Cn1Yk78BT5Tq0D8+edjFljz5eocFV+7D4G/qsk+r2JftxcInmPQQN4/6PH0nAJq1SiwVdXePwYLdZnzOX/gz1ACwDwWyPaToRGAK4wmS+wIZV+Et0rtEMKUO/W445y4GC7aXR+xIHQyXMaz6Hh9VlmLNaLEoTHQkq7LWeXmIesd0lhy4XTiZPbb3/CtQzPPXf1Av0RU1dsjzCdrhOWL0kZe1spxWNqNZQLvcZPHmkgsI06rFYwmh2qDEjd4ufeKWUSeLHF2AJNKjHl+EGRGVtiMXP/um0FsINeptnSdVpBpY4cK2hdPQLfkVGRW4iDSTvr4yEZ9f4vATc9EgJsFmB2P++zKykPBt1cIEzaP29Vf+wuTca5G3zpuWvRRmFKV5bp0NnBHa0+u4an38u1d9ExfoHuqHf37LYNTGekZ6IDM5ru+2caOl0AqUWUfxFoH+bY/K7upNowLiX1Chf70qSAoVgG4qjlszNasrikDFKfjhpvF4/nsm7oyaQU0xY8O3c0x6BHWlRivDvyQckzJFmknvHe1p6GhqeYXkyE76QVvyonY76lzSTrbJFswsKhay1xa+Fp0I3TG2hi3a+XKbsTe+CGd8ICzEIeptZQOhgv1RAssqx5hpe+yB53XVGRp56SpIVvPIFoCCTYTe6GDvRGXQV+5nil/+kBDvwDdNVPZQp0MlHigEk2AzL6lkeU77gZR8iuGkuWk3NeIdGeBzlCM0iXQC45cVAlm+PR7kprtWLG7bMcm1l/O8XAVnOxO0e0B9cNF4uJbJ1LjwXadgqHXR39yRaXKnPFgUsUVpWGt/aAdVRh6Yxgs8ZaGXbTIqfwjw2tOAyrIn+RmhP17gASsXj+ZGhUifnV2mJQMGj3xpKCCAFKuOMONAPnVzmYCbOthisPzggS5dxd9gzup2e7NnAPwU/0sKKSDGnt7jsKXa4zGNC4Wscr24jkbM0+qtCIY8gg7s1hdqrqESpZkLqX+mt4gua0iO4LRgdEsaq3Xlf9IB5BIgJVm/Xv2lqWOr6qfbtYGQTlu/jqQ8N5fIKOcl3e0c+h7MKKrf1YnNFDoU1uT4qzMoDHHB2LkU88PJNModziPpQ92y+C0hAWkU1w+n381LhoTmCKdcve6VNomORxt1/BZiuUoESaR1TBHd+QcrFCYB7cNpaa+1O3Bu0RShjCq6ny/m6VjXgrghNaqlHoknKPYDNI3C29bN+h7ToqfUJndA3gExv8YClKZAGR/jIntWK2DOCyo2+6Q6JTJxez2EbkjP9MAsImOTdiawqsHT3fK9ZgHkrvMC0XbZq+Izqxa3vro7ephkWI/ch/KWeLDmp8rOU1+6GOEQ/ouOgBk9LcKBQAfmLzpJorAgENuvYHPBSXaOT+RFSFEZ968H+G8JOPpxQ8tzf0Gf3XKvemAj0yri+KOuwmY5dhep+ZctHU3AYJUorhLEtJnYVaBIbWJr5hQ9JTTjeEfSIqe0PPN2X+syD/JB8JuCq9d23uUpRMd3t8FjNTS+KMVFUIBrbdB0UKiiPDQ0aTUFPdEtF7n5xLJ1WdjdOqnyaqCsMpQ1WxUYNVBqgdpmGfssxZlgL31lD+t8d8WrXo+nyr1Ef3UpXTMX7CMTnWPeDan0Wd9K3s5HhFb7yTwPd6/gDxWEOXXZVc/+TS/N+fU7PQrqaaNWLGCDUj6fp9YDYtj1SWGC/A/9bGWLxmm97/0O1widGjiQ8aIqC7Lz0AUaLLk5zmUBqCCKxmZUJMlcgaIFygiNmIOVpwCYw9vInjAUb37fmVPjqpeuzxVKhxe//0o0tAfwqNRA4wdxbLguHXoVNVbSlsSFLcuzVC+V8ZysoZCuDx/Ko0UH1qdYiM4Klw5VH7vSZobDrjTi7GUs8wD7BXRK/FUKq4UsTiMHNivo9uMMt+1QJUUjzS7WnTCkwgt2nzg/SwGz7f/BEP7wh9hW2AmP3KRIeBAR9MEJv0yWcaTG8ZxXJmUsNfTs78OvYsgQHFxXFVbVW91/HSS85Yzjqz4Ti6KPaPv1E9BSXit1j3c2kpxo1STprh/E3aw0R/FcaJocWsA4iNb02f2Valok89DTHoC+omkxF8kzVaC+PlSZd+JZPgpFmw0RmDhCQgS/R4jDrZdZzu7QviB5NSXR52GjhtZDtdAcrPNNn3ieQ0eItZAfSzMunq3iIFlY3j8OPQDq7X9z0GFCuerX5NzxHaWiCHJP0yuytlnyTrxfqfUpLURi1JYBaQ9j01CXJqpNXIkl0QW/5D6M4+iY8DDSi9aOhAK6kdW5inpiHx2zikdGAAxFemjQL5Qo/jmB10C0xu6IpNbaspim4Lb2pTNl0t1JBiPbdfntAxpkVNf6Iciin+L9nDFfMYBv7ntYhYr1qmGot4LD1ABwW5hzp+l382ebI3s8ZMduQSrNCe0yhZC+s3Ss666k0XqtS3n3QTAVCkxl8NfLpUNQrdUbHZlcQ89wtrL1mDBObwRPaLmziqImxbvIu/tYte0TXwYIFyb7NKJm0dQh6Ft5Z/96Rxg9fPuVYR7eltNItZn8aVg3gpwo0XzJNLodI2GQQQP5+U1V6K1DPjnjHAx8aNs7MRWQQBdk2i5H5fFT/zJEbXXHVg30xDqB3/ljVpi2JvZW2WTv7g8WTZRaODGLuP3k60LDHfY0Neks6P7MqHH8Ai/V6AAHLwsjjOKUMPJjJIZgAMO250V8wzhJvouwRkWk6goBGJ5T4y74yrhpVUVvoWcX+2Kqf8KP/1gdORwVwOt6vYum7o3gi1mrxhHwrlxNwio7jC72MjIBHWF/D2bz7JcnXhWymLDP4fHS8YMpFCcJ5yXIYvni6lv2xp7WN/DyfhgsAslEV09Y3eU24G0sei5hYigM2T7N+J2+r4NsZDTog3A5XM5AfLlWROZNTQDVgEEHESZ7dpu5OzSIZiJZ3l19d/swdiUSJ2282/l/+a3Gtv0SrIjnUt4z9CbJ+1yEaDYM/yne3UuI9F5OqjWmZhqty4ZJbRfnkv2Ku6bIo/ojOYbncgXrAPG6Qt/bqSYNj9pfMZW2/QZfNQZpm1oS/unb1j/D3SfXZ9PSYnk7wFhmaH3clpHbJ2I0c06NGAPuMowz7YxeNc8q8AE6v43LApU4HidwoT4e7yW0zErrONWLCqkq+O/95tIo5T/R91nMfW31LaP3YdSO26ESXjJqnjKQCeWQqSzGpFPkaTAIJo4CJkJO7vEMXDo4IYRK1yTGeKLgtelfEf+Xwdc/SHm/OWXtsgCb40oGocNEWMcQ1cWw9+QiQ/qyElTwgleaDtWnAMt+fUkGkJnWsavnYCtTibkbI8LlCYOcFNgx5EMvClhUiR5qH+0ngXqRqCX0TowilhaWNWpu1mi1i7DrMvTrfH3ErZMLB5gLb33mbWBiqF4PLMgXxG+dzgijIUIeCxXfrcT0o8h2oI5fGIRkFRt5rBj5FdKIoRkcJ4gkHOAx0BHEZgsQ5MyWMgyKDxs637Bsy/go9KS5Lg7tM/FHJsfREQzGy9cpblFITTJFesnBkq4gTpNsEKbF8psXmeSnkmSFmOkCJMahMusqkC7kaeydj4yBA0DThiWy1tqWJ/7paFyVNOzYGNkzHNlgF7yLofzYOvX/j9G7yx3nsiGx8poJ21Wb5EkOqSrgSc4uVsPNp03wxWm2eCJZOx6SCg8d2JCk3Brf76nUfrlXgFJGgdn4Yr/+48Zc3spujmhKbSqdF6ZvY6l03zbrtfWvaVFrn+CoNTgyFroxexLxmrFXeGeq9Oq3uqrloF5DJOIt0EVALfdhB4PixvHVrqZQ/4k0OEmvhcoeFSq4o7bZ4IvYUWtv1JjEXwSUUPypSPMa0DZrhmzpFAuT8cypfl7QzqqmGxcGTEhQ1VF2JL2C7AASSoWQp49hJf9U1Og7ZUGVu1i/4MlEqdv47L2lhUD+4Ww2MJLBuS7tlHcSIoOcdjIZF3Hl7wqjnq7PHbu3FTn4eGGnqFyTAwg9EFZA4SfGJWgj2eiyU4yFFjKM4RmpbHubX0NdPKeTH6yZaKACTWk1R69KDlu0kGnHLZ0FwFPkylKsHohsAIxHyvWTc5rvuKk2Y+nY8ekR5c4hPijthJlCFhIzw1mUWEUTceyHhQceQNcrVmLUvbHGJBzJBMUP9PIqXyX4uibky808BQn5k5/tQCDNweuWvipEuyWUl4IoUmcKIAi+2yZflgDl8aS7HtEouOBWVkC1guGYV7zmVTnwRbbFHHxODBNpRhkN6pc6pIyKO7eX5h6RscGnKyMpInrNmBTBwzKpxuArvFfA3ROXGVY4m6mv1T7lYuZC5tBlIuQviDEiuXJ6pU6wB7CM96G88QSbJv57tfENECrW8nnFl3uR0aNdlsd2pqQUg/W52ZW7Im+4tXx4m5YGs+iQq9AEN1UUqMt8rW8urXFZRh9cc72Wal3tEy373v9DDB8OIpKTs1KWDEpQp0cG8okjzoeC9z43Btt+4cLCHqV1x0C8aLLQjwUEsrw+S+EVnO+qRV41dVI4AGVllv9tPn9T5HrTDoQnN3WZplngd7K7tAPtgxN/ay+74HobDYrounCLPkHLrbBgs2ltdkAHyKkUN5taD4TqCiDpOvdQEeCe/RSVNhDCvIApO9EfeJ9hNVFWAOJ4RYBeQaUVbzZpAGMuLBbLunXDoHuF3Jo7Gq9l5KZ/e/dbyRz7h3sOmzsyhJXhU50EtpmWkHwCwnbyliap1HTKxVJy2NxNLgJicgHbmNLtjIttFto7lBF9QgYjLCg4+HtsUpKyq3igBqY96MLb2SjvN/21TKdM/C+ajmNByBzOqymrDDeDcfWgqzLNwWTkHQLQy1ntaty8dTFdedB3eqJ49XwGSwM3yLIA0nLvspIl/qPGnD5V4n6UFs+Df2wT8kjVosPNdjLDm99P87PuZ6rC2IBatM1fV1i76nUfIhNC1UMbOK4oIpmpEWv30DCAh/e0hnvTXT7K44CSTYrwbnqhQsvFwV1DZ9USknCquzawL0pc66LtSUEAkzyj482w/I1tFxSwAS3NSdJs6/OC6O3b/LSwUlHdWirLMJfbu6lF2ASugkDV7Wqt86qH8IL+Ozj9OUslIkZ8YvlUP6s716bo0ZJJnFefsL7pqUVkuFJDDFzzqxV2GYnH6YuUhcAPZO9oZ+2HiNN9Y1wp4IDJPfa+5GmCkXvV0L8Vy7Trd3AOy9agturMEFiY3mLlJGRDPtNn72+lMEqH1rt6d1a4Ay8y1TaImU1+LGCcERjHeEyWggegMD/tejF07dFZTXv6tjGNnJikDF8agqL2Ilt7KTmNRwn/n/VDbr9q8Uf4025R2TmTycOSwbQLgJN/885J89Nfu7rbM3k7XqlEuTfrRolGkRA9d7xfYqSyaCCCZvEACd1rqZAB9OtVRWLWATCJj1Xo3C20PPyjNVUL9K4APriyYmyPmkjNo/0mKOEj2/e1jl8UvXHRpF2txu8tnEkri6bxx54oWylztO92f/MU10dF47fmTgNky9djMGXi/5sZWdAxvX18jc/aJ6XQaV+WflMgUylbyvj4KR+MIKEopDwiPHgIaLVBkrycrx4tPl1CdQeT5KKUhkEcNqN3Mn+h2xCkCzzDPehbq236tCor7/UCySxlMccCJ84pqmrTNEJ0eGMsFhg/d0vfE5g+IrBHLIZInK0viG9qQ7jMzmBKeDPQRw5KYAZX/NheeTP6l3KLGrS1OsONRmYQYJbVsJyflkIQO3D/zOPo6TvFKdakEUTVdiPXfwyJBaYRIEL0NMSpSS9JYls7dR5F+hCKo43QJ6LKbjhgaAVXQrTMUdl4QBqkRDgV/oUH8uXA/XWdfzSHnVaeP5tARfSEwpQohQOJ02SSdMcTz0AX69NYuF/noXZWvIi2pSrejmbtfOUEHrnl3D6m3GSGgucIQV0/TlfiOUlYwaimyTSU3Hi2GirXjvRNin71FbF4GNtkzfwSrBEXUV+n+wByyCLVcz85oQ80BrmUlCVgedQGLHCBC33DmKYb/pc5sLbr/YZZ4lITl0FKBU/dXl4B/O4X6VicMu+z/JmsXgl69BhBEqkBhzU5W2USqvbVu56wAygSzcRtalR56+Ot0KGLTSOoUcazxEM3Pi/jVdX90rKhUkQj0GTMuCeNUFZ0fp+5YqHhujcgzJBPKAIOUOd3IgBzCmR3Gc+7liemqWOsdAxIMa6YwSR14H7IOxtMKVtaWBwvsaSzNBOppQIBLgnoZwo631LlQLPUUDqnz+VmDQEEpdE7AYr3xbS+laSoJ3jNrgr3TMOtN4F7NWyot+TiLIxYI2Bn1EyqRfF6T8LjUHM5L+Pv7tf1fdt0CLbddmXwxnyTkLI/C6fGJmZ9W8WNfU/wWdGtn9GPpo14thxY/Gy+RNBA7yZVQAaC2u05cRmm2sxy5rLkwIawBL7qx9InSwh8A/Y8hf2ygKsjdFx4tHxdXsuA9a+hvYOXLVCX4OdR8HuyhMzfBWTdABzPijhJPriahxlkJqmzGxsToBR423HjB784Ilb0thV8oIdF5gw6zF7fgv9ZKybjJ/oyRU/SdUf9XzDgUUH7dAkNyBvFsOcuIOsDpii+8xUdENbXI3U2TYImpp1CFBQCOqnP2xw8k9hdOR9XHdPlZjj8HjEEyJt4gO9TD5jUGUh8qFWFfdK0XhFZCKthNEpbQwqN1thWnawAge4wDzqeGmvnxGwINsaYw3R8xcPAi6sw0rkbxy01l5JdY+Noeb9eKtwGLZbU8sJK60tWMn+fKDhZiwtVJmh94pmf2/EnEtIvMjUA6CiPic3LWFUdWLCKuUQ0ghdXVx0D6BlgoXfO4JT/lTBl60Fk7gIUQ0oZHcYea1u5fbQpba8cQfEvXFYz5rk8EYOJVVv7TIgPfwgN7KVFtOyAU0kh8bVMT/V4qvpGbgfJ6AOxHVjEwTAe679PYeyHHDhvDk6XOX7N1nzWYgeycSxMtDO6FxgaAflXFLqhfIZcM7ZpBeuZyzqG9qHveUgMiFldr4GU2eCyYKyvXmXFCNKiGvcj+h1/H6k/wueAFbmSTAg/zbZk7OkhTTQbgf3rJE9lu1S41fHRji43cVR1e+i2PwLVqmNh7s+3u3SKZhK7SIW2NZuY9Hx6HdTGO9sSETe67ch7HmIRscsudFPASm6w/CNZoXNb7Ic/8cO73ENMvgemgEVV8QM4aFkJaNeCrIZsABvpDvVgm7FWc/0J1EycnNvxyoO47sxm1wuA23q4oKFdk5FpKnwW2FIFJ1gzfl2uAnXSLo9l/VjrEqGIOtDbrBAE7hiWYXuNC8QNmO0iY5M2C7c3uVtvpk3JbY0yFZ0YADq69dHYXX8+Wx2cNODdB0LJ7FQF+9Ua6QlP5F1Np9NsvD5JCVzJ51qvVlZpftfXUTokc3TP0RbWbI+O1jXf6MG+jZu1NpdAMqMIboYIjZ5rWmnDw6WP3rNkXMd75qaROggtjTlMqXdkOhOKRCaFTWy5Z0w8bOEDM62gd9RckSyajHKTqqYtQdpPJ1hsfO0GSonluqx/iJNlwYeFHHaO4xI7INjGmzNykCmgCgzQ+gL3+pBFGazRyE5vuB0cJcMMg7Y+/pHnGI/w9mRbvNKU/NyJNGNWjHhk9ZuaieBu3P6HS9QcPuvLZNN1zhceKlnLf6JDsvJW5yqdaBsD8deJU27duZm2HWabyUC7Cqg7bp/4C+N9KOOXrV2VH/Af2mx3AaLbWOp2JIz31t5cmss+4QyZnlTOYVmrEd9gLjsg7baigPgKnSmUVVVb98EDFJfxDsKMXNJtf8SWmKbNsDhylndnIitsh5o8etfd/e7oD/ZKc4jauladJhYlGc8ytlEBLNvvvc4HuN2VUJCYPKW+5vSdSOMUn/8imqFxlr06y8/eEr5qVuf9DPUjob2I37Pg+Fj61ZV+vyGI+PfoWLr2lfa9yQMbgKh/SPcYGhvLBV3g454HdfwCi/2CvvdjEcYBK66Wn/xoqX9Rse5s5X1qHRBY4VtwyfDgOlIcx/ZuGi1agZ/tq2N54xLnXWwcifr0Gor3qYiOQzwt9tlJRHM9Wfs1Xk6x/PkhcUiCpFk93nMNQW4T1AaXYDjp3vAWjL3olgmfK7qvzogRIFhq2wzwdmNBXMao3TmtkXg/LD/3peh9j6rttH0MfYvkfkjZ+GFEEFkPi3buyK4NBPTGQ3Aj7RCHCIlqm5AvS04VYwe28TXhVCKclhJtdw0GnWuJJF4DDpEklvefRV8BqUGVkVb4gvZFNthYFfKfkqPNZ9fK5JGjpsXZsv+31iO5RTs094tc7FYyjV35QT/+xOyFUe3BjFsa0NwYETSxARp+udHZsy2v/CjRR4lUWTKeh/KpyWUDoC6aMXVZxjk9gSd+WHPmB20wwxCAw1cVL9ki6pDpk/Q5bED9zHpvZKviPjQEyT4VK2k7MoGr3pcoJIr9fHrUgX2tuLD4wWTKX/kM9mAOofWpnBYETOPRzfAiKX3GHXHoIbBf/eMQ+g/GK35MP6uCDpzl81VCCc+6zYCw5VJmuShNghS/s8A3r5kAJnWx9JCvOIOKOkCa4IgE5q/vm9KcZYMnzubLLABMsL8COo6Q76+zKKFNVIR4ozKk9ODysJE0zWy6zVlTW0QLcHxaPEgwz5SN+MzAnNDuK1zecefyzZrkYWCDjL1Kw2Yrz5cZJR1902Dw+vugv2uVdbEQLZuD1WgUJQCl+5MJflHQ1N0/pbItlblqOIkGBLjChS44565As4p6lwzqCk0Qyw7KCawMTLsAsDlms95PIzTbp5bDYYxsviEsTzwj4HBwn6vq75SswlPclkgLi/ESYkh+kKNsT9RK5WyX8LhmIxVbR6UO3Hu87huDiHWiwcBlxeyHFFpqy6JLXFc3G8/VrGTaNBsDfO2x+p+Q/cGKJY9vcy+CdeNMuT3qAho9vWPkQgrIIJHTfAT5adWXJE3Dx89uGGNNaQdC6xKO7J4x1ypD3cFjBT2XFjlEQsqp/u0Z/gWDWYXbyHbrLeZKez1KkBKxVcso+6nirNcwRpvtXHbRL70NgEVBefC0EVKp1nnI/4cr4M0vsrLHw+VcJ5ShIJ5IJuMK5jrvwGe6KQEiR6P2V6EuUaBjjyxVBwQxpUQbzx4A/b/RgRGq/qswlEuvmEoDwgEwh+WIPJWQAOYWy1KxB5pY19Fq4zkL370tPddrKNQCmcq4HA6qG0QbgoAy6nxFoh6B1ojjya3TUSTmeSYXgxU/DgRFOzxUmHYf5Cs8jDVcz4XP+n0Q8JQxOLP7Y334l8lkwqu0nyIuuBn2tVPp32szl8WK4b6V/BKZSkgvNVI/D4Z21YLRF1RIXAGMbu7mw+rPobMMCMRkhcgoQyy1Df2L+EC4hR4W5tXoXruYi69VFYGm5VjaqR0nemRGb3xAtQxLD7QrJLFtfTFWEsBqoqqOsBamuuQa/dOmFk59y+EvLtWsyexufdG2VeE0XLVTz9iUmlWb+QliyoIX9SD/zUitP+3AAlidX5N8mNfJYu4JSuegAg5UoeCVlYllAe9EcEXzXzgCnnJRevaHwNzvsjVIJFcUcQwUgwI8mBNVW7XKnq8zImqsZqJrhL1ZNFzcwCnZtnkN9/HiI5xA9bpVcTaaq5E/KT6l4AWBFOoyrIe82XdPub3IoBcFdeSYIkzhTUljDcdvSeK8VUZPHwDQ8z4IHvoFYZwF4cPUDVX39uDNjD4bo1XaHoa3Bnzi7BjOQGBOYLDN6zzGrmZE9DYuc18507QxMX/twesbjIAWjqKH+wOPDw+z+3bb5et2N//UYyMQhMMKKD6YgfInwJU4ptHiW/eMLTsnYd0h18d5b0xdMi0ub+8lkPV+GMuG6Blx0WFSas1H0lD6x+QdLRQ4SHpgmRLXLHsz+zkKug25K+6Gxw51mv2jPxWbOYl/nTyJkbMusATjWZg2oueP/fF6Jhp7mcBNQxSRBEZ2Wp2kLr9xN5lQrAnsIGEt9w/4s5Y2J74QBNaVWTPQ/+vTP5DLthkVMOWFEexozt/aav4h3CfAlkbPFy6N0+GoO945y9WW6pviPHkiaLNHGJAXH8ZMbv3DR+ASdVkqRsjQuoqOxTimG0PyjBtGMeI6uaV5xca/LPnUHs1tVEFs8SyQ5IKuOvpwqkzSBZBso+GyPLPEJgthZm6sqGkxoz6XiNg85204WsphPWM7y+sAuKuh9cG2/LTMqosEim6STmXInB3xq0Z5LBbUHctPBjOH3M3zSEQy7bdFPvdzWHhvKqehPuqZeUX+4TCII3JRkwjXHswtbTzm7pC1R+Np2UoAj2QoRgHxng2ZvOrws3M22jyqCsNbLLK7HdWRI1FqKMSTOVR9UT0DIDpMH+mQEc6DFY8shlLBJdwSWsSYI+ZV5+Y+71XNZqLV0mEhSTOmKcZxrPaov4SKITYFqYlIIcpPKkjg6oRamohiJg19wqh5cJWwZd42DtAlzztZpGg0vd/3qEjyrQXG+l9JL269Zc6WG3tgIaKen1o0lJ9DFAN1KfBe4NBpx75oCAdXOARe8RZTo1mZZxY1GpO+P5bOQSyEEYULB7Dd4WMVV4uIfLrWZCK7lRAhqty0ZdC8Vc9YHbdU4JoXoFKk6F6THVC6g1PYVB6qAXWugRfQuVf0fEKxVoFrYrDMWbUXBBjNEV1vQe+as5b+3Np8au0kbdKnhhwwnyTKtdGCNDZ8OPFFZIHRwexm+18RsV1xhVIul2ZeBuwxQ82iLfjQOZC1LGeTUQLXrU+PEl4P8fIisOY5T9TwwiplxulqCALGEG52btPQZTeTMGT1eoZnGjKWlJtSV9WAW+OBBBBxhkooU6gESqY0yUVTp2py7Mwcy2VdtSK8UcFUfHtnxZvVM4RACfNdyb2B4L60IJr1zr7ldc718i2evS/SxBaJN6zJ4icdK1UlaMJ8PH9G567TFgUE5tKOp/oVjmWSgw0GOkP6r5K3UnCHzQjgvlqSkFSK6Oga/8ufk9wEm4ff9JceECh7vcvSpGs1ND+zDcNBs0OsKdEfHoO9+31fHPO5rxaY71HViTekXQcgRu46EX901sggqjPX/cAYruJ5GVlMO3K0KbVkaeIlQtReaY0Sdbsoc/1Armq+DsGkYW/wXLjjreeMV10/TndPUujCWbqRBLCpIY34TGCgEd9bRiLNxOGkcc/rpssau4CT3QT8Uj7yCVQvMA/CTj01J5TbD8A71wHszO5wxUcum51KJKGL6ovZVsxupH3qyYRwtCwBUv58gyfPIoREF8e4juecHi1TpD5F7QEisSpPApZSz3rjvGrVVq/liFAJx+JQqLx/kRoVzQVkY89z4bihgla3g4r+CrX5H59U6eNYTW4KIq0WOd930ESqwzYDMto/nr82QyOF3CAnTszo8IISFlPRGacOTBcZ8Tq0LZyPC+7cxgqt6sZK+IC6f3M8aKYI6K8g7lEDZ3OAoYgXvu5cAU+g6H5+10q5bVOAKQSCI1djagU7xoDPtY71Kay7eP2McSBeFb4n8K8V9q38eKx7ivfHrrCTM4PRg67QI7oxL9jR/Op/JP8J8FC2ey+T12OCUnrZY53siZrX/VdPS6IBnW9evKMtcTGz5BJ924CDdonklKxFFnbK60xN6nBj4pof4D0riDkr4zkn4nsVB1nhrYUMJrCFTKIjLJX0+kZ2PSADSeKsAAk7lRHbG/B6qZVTMpdAgZsEu64B2Pspp3layZlmkX5WgVIy1KxOK4NWmyDM7e/geyyOeL4vL7Mn+3cvn/NM1zNL4yFW0mHjTfwCn+Ob1/DIFvh638oBInprH26OmTeJ5DxR2VeFzTMojBWXMNqIfNRO+BpLXDeO2EK5j/Fnmhrv4OgHg8zr5VIrQ1BN/HRzWMFwZ2dyDE1EWJ49Go8Ott5IEVBDlH3DizGKbdMllFPFs7GYloEsTaULFCfaH/SH6G7xKrHA0JvBGLmiudwpoV8c2D2+zSk7U28DSOz5vPM90dJzATbqWTQZUVC6RtjG2yuwNxVBoRZZdvWiqzFPTKYmL1qcrS9LojS9Hxscq3JmBrRaHcbwzK6RXk0nBq/XT92Zp/jpjEbbiBmi5VBhdTKkorIyFEh369UDc4KSRHwwJCdGFaNFSEuB3SvXp6ierc2+op8bOEDsYMBSvvLiXZKFkpzGD11IaQ7jB96utpm+3/c/McfeNf/CWrH5Xy4RfjFI3R+osu7Ehh80APGLPg0r0YVet+h7QU0rXw54Hi7gCHGyYiUmumFC0haUptP5Mg4bBdHcNlgq0j4YK17ehri4/YZIiHv6B9/mksjyzFlqOO2YniygS3julF+4UrgA21DEtENpwbXtXEFELGDniF5ilqnddb122RViZ1Vh/nPH1w7Zn16xsvuhc6YZlR1p/T+IbxoD2Aaj1kwhEhnkDATyE5GLBIEQprLQsbAMd2Za86cX4bXpHZmWYvgWDegapzvdV1l/hiohEVVsWeEpcHs5xxS42CTLYjeHVi897swoOBOd95jTMSAF+MseRpdRWZY6E+c6T4fBXobnbSGWToUhrKPjOuuxLdv0jRigVK0xWa5zaQcqv3l1BQeT9Lrj7vRyRmePNmVFN/smQDk4/Viox5c8axBu2biDQXf14RZJ5OFid7546mifw51N0PYgPyBYd1rmKV2eQ0sqyHAXSQUpsVo1uEG2bPRVRajY1RQIwSGuAFBw2GnAmHDyqBKxBBz3BMnQIJZ9BGewv7tghHDkqhiK+V+wtzp1kuJ4Qj8bEZzEG7aZWnVNjMb8dcA2BFWp2WZt5bGxuV6w0gr7b7FmddYDfkrnDymbcc4h83ExoHwkdtmP2L/Z3g3pqeCbl5Q724DwDEs5w46EM5PoQvRXJtGHIlf5Qh4HRcOOzz4pkXCDwA7TgUh2OQ5gKd7Lm6hVsqYDq5DrfrQB1bS4ybP6MmCE14iOVkmgfZfiSUolygtM2ilWKnCfNSZYawMzFwNhIuhO5hOiEwlFEka8e5JztVMXJlbeTNpxrMRLUakHT9ANzvEBh9LZQhCq/6bKRljlk1cNI8IwfCu6i6mGz1z8kXLGWXvLXq/a2KGxgTqQ2gkH//vkCDVZSgxPs7dhCYMyvWqFGLpX5AWAaGP+wYAZw0prOCSSro40S4qFHMhgy9iRGejvuoiKs2tKQvT8iCFeJ0ODkX6W55zUom5SP3MSekl+BEW+xwAob9UOtOuvh9jfpORw2P5Rf6hMKi0LVeOGnH0moaUjOXtTWs0gG6hudQJR1gySKY9hAyBBH3+KiEdCIkk84/ST8R7Tr+HvYN9BXvEG2xoKJOmSgeHx/9YsXcRh1Wz1UigDBtiozkcacbj5osaZhSauSdCQJm+QXhxcMA9TKUzaW1cX1ryfHHf0PG3QSZZ7uHeQ3VbUsIrVYMEwMUuwGP0ikZcICtNb2thLYPKr7BxQSfV/YGS3sCBiW9WBDpGd9FFQvwzgDZVrZqKUnlZRqwWqWhmLZfjbMcfm9T5HwzE7GCOUqPxqOk2/nkHDdCt7vVsjR92ohwYznKKBm2Ev+m/JOqm/hER7135tu+rQ9Va6aVBUX+8TucykXmjsVLBayMPg8J6owVrV1NUmwGY1tcHWOm3OTkjJqRERGRv/Vn50k76MzUqFLaRAT9FGd3REUM90dQSItmqQ1G0haO8D9YlpdkfbXT06ETgbgD/RcwQPwpHOnPXyeyFUA/XmVJqii0f13X+963yOcj6SkABQnIcpZYRZW7FaMlkNQpRXCQN7K/pKf5ycUuuJP8XX5OTN4CI73ts0KKrfjVbYpWDpSiP9bqRJZBWyjDXYuNhwoJqwmCM6jAI1e9d/+q+KNvIEPgEWta9Y+WVwrZ49wxRmQAiupO5uMphF/46UxSyBxEkhZ4RFKlCvSOXF1iCb8jFtSGMGh/oVT2isqO1D5upfAXdHHJyJfNX8y83czQv4/fPPFuckkZK5YKRJ+uXjBS+Ln2STU+mjvFjVcCTnMSbGsvfxKMmsI4f9gN9E4jNGV/pSOej3aNyEDPMFImY/W7wssmdbOJYswEksbVmc3rMfGmn2PnkZlTWTyvDIuTs1aYcOA5aE4oDRKVWF31CcgGkS2Po8gCN/jBF7OVz0lrvwOMUfsiIsOQwmPJCvxoe7NDbrqnHHYxWzz6MF3PWX9M6nlKpu1jT0mOw8DDV7UlN22tatv1rS29EsX228AJO3/MV/isyYMcsPOdZFq1bjQGdnqwbvfitqI5+18ZLIrSNjTy9jqryd70g7727AuqPMeGLe1uBH7MgEJANTL+MvJzKO6c49vyPyVS2V2IE4yZIcvOPbJdbe2bmc1rfGv9GrECWfeXzMFDsbrXzsc6ZFLBwwGSOKfY/m9UgnKVVibDOQgTE3RiJ4Msn6BzLxCZZWjtKEPzVhENFic9oGGeYJuz76l7rLAu/QHnu2dQgKhprnmvHM9apbmusqlwxT7p95oEbfCTjsvDEe0DBAYR/RzoDGN9yy97gQNcOkA4Xx2HLxUl3XklKfmIxXpLwE9zX135jqzjOetXBHUJrUj6SLIVMxUlMXMbSvqa6sAG1ljJZb/J2hS5zTOweVh3Q7UiBfpY9TiZ8mwrXS0DZiekGcjiZqQbfixvY8L3AAViY+DjvBgZFQRrsQ9PgSCMeQe15/9oJwsyJ7Op+3w+L6TZ0fo9FDLUyy0HCGsJ+JsE3f8mCdpeL51UQ8A3lq6xisFFPpnXRlJkELDWllgczdSET+rlM+ODT1kyAjmM+4GJFnBIgmLdduxygetojDbl3n6oUkLLH6d6JtDTqRLqMt4IwY+ZSwS64obElUsn+TEzs2ywjWEbuqXB+UIcz9Yeeo7tS8CTOtuL8ii1FHNGGjVfZRUoUKGRqobGeHO+KkGysehzzepM7ZQoRphJiheg9ee4xphQEPHUUwPL84z0//NJ2f5FMf5ME6ANeVTBWy2DsRQrbfr3UXx8wOva1DXzh5umSZpJ/d2N2NLnf20JG3RZ1MqeS3pcfbGc+LQOiC321ns8HSIYeAUUW6rdfveHsPGynOZUJKsIMvv+33H+ElcQPh4MCzrp7yhzBCmwvkcEQCheUqZFKiZAE3vJcrzEMwOhyWXoQ7oDtpgITwHDu3LDSLI8K/86N4lbmnM9nG3IhqtiD1JwFQc+pshbaG8G+4a0o7MvTo0KTQwv/zdYQvvCj8zlsqOAh3ltg4Q6sb1R//7OVx2FMVcMp+BqGgzJ3IOWnBo8xyi0xCcPXJSAn64y6N2lulfRyT2kX0Rd5Gnwphc7Jp15tQa9y+DcAMUD6T4Afo/T7ytIPhZvm/siio276WeX0kVFLA+MlCFl4EmOSaZUnTYxvEeB+h4841+VzENefCRBnNAYBkteJ0OLjZKVXWsHMfvBeiued0iIefwo+saLO2KN7l/UO8QeXKuM+MH0rxRcN2o+jw3FdxipbqBcXcJEXmADLoVSU/KSoA436QrrXpC1W8efcd7NZgLsRFSp+vNl2dY1IBheoKYbGebtkdIw36clWlXkH9U8qZFHCIogL2+3sbJ9hoJ7X2erXFLJzq/iskGTC4c9nhrbzGHa++eYQVBE+LgXUd/QkEVQn1LCUp60MCPEWiC3Z9A/pHWpX370bT/hSQ02XmdILMtop5BVi0iZVdmXjBjUE5d5qAtbfjYBtb9WKyiFJ8zyQqhxpCSErKVfNBCNkByleK/TFNKGfNSXh+b5obDm9u+EUmPSH0Uji/K/rmhEwFNv5nyduTbkQk+6cwnJ3DZlF8lO9qkXI5sD7G+e8xq7qJrBBkNFgpzZuJRFMx9iT5GbbV67aXt1D+5PIk4MOtee1z9tjW4y8YSu/TE4pJWiXG6RubX/hAC0vc5OFfHy3qS3SYoE9n0iD7OkBCHZB7XPJWZymSWQ64N91YNEjQzXjyDcsVGUSG+9xfeYB/nbb6TTWr/tdU7+DmbmgClCdWMKMMsASyATCnB/KyeYEvmKTVX+fCpCM39XJv59vT0+gefci/rgDRmyiDzWOTamSvBMBkjaFwE0qCAUuP8nQNWb08vusNPw9nhxZObKuAQRXWA2BqGKfWJWbvQ5O12TtAGXTcwt1f7Cvw2/Fyu6Fdtt8td8EY56Zt/yJGU8WEXDBLjD9NHt5r56SWtcaBXq0KR5VHYMpqgVbGG2whuNYNWBiB8E2NJhDmcN1MRnfkvYeIvcQJFIUeccQhZmL2KqkKeRicvPPDWSiJ+gTWsXk2+brtf0dfUMyS9W6aw2Y78mFU4uH3MXrE/KddJCDziuS0jO4IFL0yoa7sry8wQI6AFM7xunw5efdSsgZkj/MyU4VSVKpc7krk5pivdaGjJrXLf+2Q5orZ4KY59+rrFdWOplTCSfJku9CHeWOjXeA2oZHCtVH9tDi1OE0Ko39xTPZI8vVoav7Cgcsio78zDMkdGoT4HN7sckgzGYicNInsPV2NO4uW+V7uc+YG3+X6ym0oUlq9A0xQdGgYUcocLv4bjgT9vYEDivXJen3Oa08cxxL3Y13NOLEaxAmfzKRklGRsOhHmL4x8Fyx9Oe38rIy4LFxs/nGiDA/iTcZuxZ7/bg6ao04un63MXBAbxxvCo8kPDuUlRBGqulhHE8PEKa7xtJCzaQVzhOjtSM41jv04bWpWDFKb8ExqHCmDwranM+E91EyGKA9KjKj70FO0pKxa3QktEAAqEpyD5Jv68IcX1hxZm/vnOoYF6kOqmMqugmrgdo3kYa9yeFQOcmXqTN3gY0qIdY0uuvzNpVsIy/hclGgY8Mt/Hvr3ZSqli7un+jPIbiEwn3hsZfbwuOft7EjsbeAeujQxm5j5toKxRISIkuNRKit9eCbr/vZpgL4HuqMsHknxrpu7doHEDU8Y+1DcKYKpVwMr4JUXDut9zvAFBPhENNcSUxBJw3583wRGNUKCQgTH/RvillIY7bP/bYt/FlZiJ6xo7bJY1o5C6gURFJVyy2rV1VxIfd02OfpQyDsuxMaM4o5izTB2iZZpMFghcuMNjej6Vp0rGQjzg6bbQzxBMiH+h4VRofzckbDH1R1p2sPpSvnQgz9TdRDRAMXcqyVN5b8FvsrHgmfCVP4VkAEibwA4FeSypacZ84RT6aG+3iLVi2p72Z9H4tYJFjrPGEuYkv+2frfZURILpKbSd8GckYdGsU1NLFpY2UJWpKHJNLNcegfJRPW0WLHygxScE/snWUUqqSjq3e3QUVncHVkq8Ku20jAs2oo7iMTGogEF0SYdaRZMI4Rr/pftVpv0IPiyeHMMbrhosPWjYyhxQsS/aC0mRGCfkF0xHaLvz0ADogS2OB3dBDQTFsY8YWj/zCeelwKO8Oq5UeIqzsgg4rRoYhi6ETDEuEDbQPw30tBqoZyhdGWuCvZYgzxB1M6RlUA7smhAJXaGj63t/jAqupLB0zhcMrZX3f5FGtpTLJFvUxcyKb9O1jehM9Ki1ZF1D85Iu145EM7Uqg2wDQPyqfLGISAzqK3wJqLWGnh5giGiSUWT8PRGKlqD7nyTcTLqUFpgHwtaDZU3Np08I7BSHFFW24OIUUIAqHquwHd4PkeZISKPccf//nsnH0SsG1r92yvdXCYgx/Eka2U4HHtS9jj/hAVVxkDht1kRj94B7Rxhusoud2aCsPBxyHhwtrPhyZanxRrEPCnXwNNIxcWPanQLAmLwTMYBIjSA7eNJ5NeYkvtD5RhODb6kzpcu9I8Vi98q9BWblejVJDTMP7/z9A6p9N2t96DGrhyNgJT3W0ZbVWXIFWnrin8SH6mlPlVOwGkYy+Q+Z40/+NVgKdg+4dr297efmc1cFzoocO1AQlVaTRIuzYwfj3rlvcfk22qCQHker06/8FAHATYS6pE370a16RY5n6+4yGvMqwCQJl+UoksMj8H2ihwvUyYONo7VnDKUuBl+vbamsGBFnMZkI5gFYTS5SpPI0VuoMjHx/hFDQySf72Z0ohv4KMaxMaUPFjeVLTMbT7CxOAjr8DrcCjcxe8IEgrnr2c4Ce67lcV1oPBDeZqizqOzDEBPiOL9lvbXnBv7lY/9lRzRcP6RPODIJixjKqRccO1tGF/Tc/CIMsWliqUhfI7Vd3XDjIqsVS64v1+RzaU6WTpFR4NEvNIiXRFER/PqIimyMw6BK5uRwN2NQZX7OE6pH0IZ2a9N0u4MaI6fajkNaxBWtBR7abI3WfU2j9H1abj8GubDeRUs9v/JdmxD8lU1vb+plrNPLRw1T/lAO22rS8SKzSe8UrV6kw2HpTLUbHBdnv4tPctoNB0Fhj0QjykmYcr+bxIvYNwS2Hw26V68Wgv+fk9cNOnIj2gSSyGcE8EnWPkH2PEqtj7Bodi/OyKRhuyyh12ZV2TvruK35P1dvhJlTwf0NvuBleeh5Z/xdAhtGfT7WD9gLMtu20v+yc+GrAiROYUBHCxCGV+VcfhXoWxroswoSbteGY4LU6hzAZWiWx/3it2ap9pOnEQI8bWBHwdrspDP6wzP1wjtqvE5WKR5QDdP7q/rAPnBPgipPH2h/u+RIvPzwtCxfq2xdEpT+4Y+6qYa/ehVP3hjFHrG4ZLnFO1szRG4Yo0yftI2BsDsUNKKCz9W1ke4AyOBqixmi1+GQU42JGKUHWmNEcww7AQK/3ARbNUc68rYmiU4ogr/4/GARWX+LXqTn20eJiA1VDteZES3eY/SuFlvaNydIgM4lXq/+CV/eSIEMJm3jRPiGegUd4pVN4z08rOFg/Jsf1KFZpL2OfcUpxHMXt2fHtZko0tXm3ZR4+nZY0dBQLGeIQHHPLGc8yz5PTt4PaEeApP+Fk38WsZBjJ3NSKz7dZrN7O8pYwIKM0/07c471BnyOHTvInv8gaOpyuMBYDlLO28ig1SNxbm2Ro+C8K1ZYjfRjPUo27YA2a69wWwqZVIILPsLzyYHM5O3cRFPnQqkrSYWHb7slfHyU76yPtWs9rhAgQ2fJZlJ8PxxMx/Lgcjcn2Ikcup6n9QXHIX36QZjMH30KitJypKOd01fQGPKLmk5EZyUWnt7dmd9DXaZ7ms0/jUxFg3+SW6p91YAaQC2HQifTasQMQ1TqHEZYN81sn93DTR7uVNuladhVx16j/pxZ1cRcpJ7fX0IPTc7aGoAaHAjKfWprH5Ie09deaIqK1Rez5vFp+ZxOZdcg2YbidKkqo8XB8zz9or05HpYRFPontmgyHMEVnIjAVTbyZd6d7YaLVmuYcSHSnx66pJvT5aNWOntfnUTjfTFkrnuXrtLo0HXY6oV8dcMWBf+bg/w48AhtGXyDchZ0RZQMm+wIkyrvUnu+TGD7rwfLTi/Mv1ouCaOXzNpJo1X2EpEy3dHtfCS8xpUhQxH4Au5jX1+2ekAAjH6M9IdL92KjDYHVEXd+QB1W41DScAX3UU2QYG0+y9tV4lKLD4WbZzk9lR9J4JweVM7YUj7hR2ibHVYoTAGCHaWLxQEVww2DwaPIB8j+RL4KbMYgi7RHwh+aZuVfLclvv4sDq9m4OVVYhbciNO6+cWpzlnR6zab6R2q7ZTceFVqKT5oByzpM4+B0mduo+WxUnQuCwWZYuL1rcW/AIvSXgR2PG9/pp+4lZh5CljBB6a4g7fItkmk8hiiG8yeUvR6QituQhzX4hGoUQIGcEnQV97B79VUdZRtdUojrTJeQCtacd/+eTPMxSDGHxkfibWCD6oexn/gWVK3CNWe+5P3NmEnmSj7GFy3Y4au2NC0cdYnhvpn4gJLGItG8zUNaaDCinIrzs5KdPMMG1PoiP2zwRXnUPQFlI0hcelDPselk7dmfzyQcD77/UKx2tRphshTFZF5cIBPkLzyq43VokJLj/ITrAXw1KcWPCTd0KP/KHyHVLcsNJLoEmc8voqIdl5gyj6550WipLuWcX0TgKm9Oeyh6YRQi+uswG7Qzsxlg8Egq+d/ZqfiyOMMzDpQWcSEkECzK6AdKA5PF9Ufuhd+sS1aA5whAjTjYuoqsfJPsJqP6yAPnWVJGhWsjkNvR013RalF/4y4p5MlRM8pVqlobPow1ScFrV9BaocCnDQ4MfQ0CUnFI4lL1Neor6FXG0zIEnaxJrc16MVKvzhrK61RhS5pqVyx+pV5mSkhtxN7HyG0X3/GOWliXq099fmZUUw9qeug3HM5QdDqZW+20W7bFOAmMXaYJze1iCRLB8IpaQx6QO+VpoNjM0CRbdR1DZ6COS+oYEk+blc/oX5bSV+Imd6vQWl0HuQrIoesrl/pz5iyKhE3USI0Kp2gtRAEK89rI4kxNcyviXTw+lXixYbAvpjwMX3+ntIr0pj0QOkTyYz2I6rwpYu5tICxq0/cGEFhLdIFGf8K9n5RF8v8gJt2ZeDzLTyZNLJif+kQgGFFNUO7jwNGyF0mHnu/P/d+yYteoYr7fHQvL+CfJhVkKaeuFY1fTubcQDNOnPS2GEL/f3dfVbXFUdSqpVlYVQ0qTU4sEfIrr5tWRwx5p83Loa5XXKbYbPbXL2nkEtcoCUsnBGxoVzXZ7A8CdJRAeRVTcKRdLUbOJEnNpKZpSdNFbUDpGaH5HUWNqmJkcgJQNBNxotgB1gskhgg27EPylribrEuvnJvgOQ4A3P9Oa0wS0BdvrZ0ajPpXM1VNnCaYc+Xjf6jKum/KOfZcucIlsD95NAW7ip+VGr6AyKrvp0ZsHXjk8w5S/vU7JFOBc4fuAksbsiWHmRc0Qckt6EiWqC0LAhEqHG+NisHKHh8uxrPhie6dcIVE4XxvHHdHHcXx0XKxPGUwyzSt3AsjEgRYohaEUVD905gJdntaQfE/7aS/40kTSjwYWGRRXTntDUUmB9A6mx3ZCm0SM6bDq3meXk/TNCii/Nf8/wPkxhWT68ephdvv6TAqKxh4El0F94Rm5+2S8wYBSFwIr6cvjcPW3tEj1XSrrpFzgerx/9mAgxHhaxAGbmAUoduxufPvbGvslaeq2Y+R4XylD+6og+eCSxFb+TKn6lcYWzGNv1cbEPdj6FMHB7M/9Vex1TSt1tWlb/VQzx2F7rnm2Bs54ojNu/UPStCJi3E7CTOAsqiZtDZ9qJGMSS/JgA5FpAaHeMhC4BhQA02YSPAWp6G+gcDUYFroB9iJ64brgAeYBbGFBs09ujRy4poPFLtZBo8YT6zlzyuAaBlHtmIZJiWge9+6NhY9LqDGlI+i38IEuOjK4ROEvc9a879yMg3YRja3OeeFGYGPc+P5mOsMI/91u66F7Z3H1+MQwEUokOUzIoMcLmMuFF+U1UE4YckVHjBKMKWlzLCuSUFMySqrP+5X5Bv/JwpCM75croGTL/4BRYE9+qrE00FUSyWivt2qg7oFcYQgfOfzC67CLUGAhPbZFK9H8H082Gjg4h5lzaHfyZH4Cdt/5BqcTMQeZGy3CQUrGgmyDBsl60q/NWwihqi6d+O8TEEKmQrCzgbdo0HhWBIYl8cdczbOAV5N9zZu4DgG339lcVZc8md5cZgxFlH/d3aFDAiMi2UERa7ZaXuNH1AXH/5u83ibdk9844TchgIaYz2URH3DriY7kG0a47zFyCnBscg+K3erGWzwQ486NvgLwJf8QmGe9pIt7w9BbtROZkGxmtQ7a5gbso5FDF2J6f4XG71orhAMt7EO6RCRMN81HhPyq6n7P1QT8uQFMcnmTRaesxkRSdWri6i6Hlnw7hPDgoMLxCSyQh7Hv4d4t+tj+pmoETuxlPqcPcO6TeKynT585a7QGtUiqaukjvfJCm16hWznwdgUR+OMOf/5ZVa2BIH97IlFZS7lYcdhPuteaHCardZZ84CjdIzIba4w+yorvkc97rlKuINspjmxSzjfHD0FZ40C5JFs2oLehKNJeBch4DssZdUkwlTQ8eQ1E0cWQq8yzT5Y9D4EvLh0AIGXPfApLL5IfftRIrcmVnRBYEL5vkMZlt36/DopHwxuckCKHF2pe/lTpHXpASqw1eSWSVQFA84jTSkTDZM1ZBlHMsCmNTtoMm5Ggnyo0zN2c6sS9OQk0j258ztex7E6WvHEIwzdkVIpjslu1eQASz0KSo/CoSvE3eCusKLANJmYK8sufoB3e9YnosBlhQRnP99SqGSAhx3dyWvrzLPh47kYNjN64eopOSl6FVZuWM+WDa6ka8NzoUdxIMbPezfpezgQwWCd9FdDD1J+SJ4AAMTM7drgcYzdezz+6Ih9BSUkWPHwJtM1wnKsUO6rpDlJhRDxFdhMxXigis7KAQOUfwCTlGOmkqpYplOrdrJ21peyG/HgzEO29OOWtNIoHK1LpQ0fTCoaoT6kzHFp6BI3UYyf7tUaKylIQ7kAiX61rAajFEPOSnfy41wMkpfCloCrNcPe42Y0+GkAim8+Ytb3VdS/iyfBJ7gKWJpXdSTKE2wdu2cSuHdQrsmgCKqZVZZwPPJGBk8TLBAc+L6PqgqOC1iULGOazAefWHC6DRItnSbdfBO+T1VmjfYnUKGjoU/Cq2VPQIHdTa7Zj8tFxrPxa74ZgR2DkOCykIMV6Csw6zIsQ5FIRWmNGHNbHwi5/fiA5jy+y16tJ39Z5zQONIBEKWwCdEC9SlqLQLtPvnTjnLgjWq4iFsi4A8eBDUb6Du/1VnjpGUCeJGY7n5RbwmBBxGTfx0CPFejP7GL7rjrCrVIQv4qhPurAobbMoVMSQQfQ+pbglq7TAXFOM63Ip6s8ASe7P3ZkLPEbS+UdZyO/PkapEWfw6ngZLflJe23SIW57UnkGnfIMqu/y4D3J873n1RP/mP9wkvRHu5yqfyZCakL+svFody3/aZV2rbq8jjsjkFJ/Y8sgcLmxWrwG/IJOgIobsP37QB0o6dPaXyfLTREIgEe/vr9VKwyOovDOfjxizVjdQCeq/vkm1T/7HW3a5q/fH0Cdj/mxV1e2xoZtdN1rwx3/fhKoG6JOg7MBXMJf16gU8ePt/syTHo8TKaUnPxXUV0PO0+X0HQtcR1i/86RRQ4lm9fnfoafQiJoBHKP/gz6aV0BaXUycgMzs/Dqyw4mtYj0e5URlGr0L0WhUeHTiMjGe4DzzdcYQRhbHgKvAgqCTqxk0ZxsPnurL7RVxbpgYSx18/Cz383QYrWu00cHZQn0Tu0lRfa4BZ2W9cnLa5QTPThRyHLUrnAY2TQYggu9d0xvfS85QcwEzwcrEi1hjqK5G7NjDXbDJxitdUItmN8kY1u0eLp0WNvR9kyPWgpnIjm16QJItOYRn5jkXKjCzQeYgV2nVRjrVuQOzvE7tnCJFmE2ahMOblxMB7H+UJDkKS2Qq5YPc5t2Qt8ml7lxIVHDRM87RY4htZm86YgGtmD+LiGlQeTeUtyE/bkbflF1ECNrBJurUa6E+2X0HaD/PrX612zpQ1ywxU/+OJTYPub9fwHf75MDMxeEfynOS52lo65V5wM1NfjV0F7bqjI0s8lGOOZ/na4kZ97YLusHCcQ+6P7JZJWkdXg1nuuacJdmhRh5CGiNrwTm6L+MPRpQrnY5Yt5NDmrFY8jYyNY7gnPBceWCF6HpBKy/oaudzm8Yf5QErZ85cWfe8bYuMHqm0zlH84JcTkDCMM6qaDPnuPa+Nu4IFSy4wAWmE98D6TxmKWQhjKhOEuU5hOMkdOG3C4mtk0uXmWMZcp/pkPoYO5iqLQygbi492RtJIsqlIpo0v8Vc5flSMDb+isGxLm985W8zoTptnz2MI43JqIRT+1TKA3guEdZmPw3JU5hYrJdTaOEh+LQpRo4yE64CQYgHHluWWF02t67eg7+zrmJYBlsoehzmdst9pZq5lqC/3mNdeV9zpqhVWJXlZhbPCARO2dILLgWQ25F96oW9af3naSw90ddChmt3KrwICy3G02Ndv5PL9ljCe5zAva+nkTLZXJ8X3MJSiwQsLi8fucLnhFOr5RKBRySjCEMDcflcjtMIR61lk1k9BoaIGykpH49JsZbPwl20voiI1QSwWJOnQOF7tPxIDnxjEKKSy5x08WDni8FIXqIK3hy3874LkAdgb3UrUoQq+e2LiK7TJn3SyA6Aw7KZ6wzYK7IA6gb1u57fIo9kgPFbH3jLenmgmdmjop+gSK0LJ8N/EpscwfuWUCt0yYMwYCAiFyybXPbvcLWd0xpqL97KdsANdw5GmN788shbAppBa8zcn9BZ3JvOafK5Bp3YVHC9oSv98XfPK9sezwkwDLl3YIAY5B0k5BJQmi77s61odJBoKzX0hal0i0NAJL9RV2O2mDMsMxNGc4pujOsisyMIEWWSPdXTPzJr88CRtw2ndnE1auNfn2YZ6K5x/rcOP5e0RCHJIJKKSKXDrenZx5P6iIhHpStd5xxQ4xDxwTrT7CCmrdZEkJYXCtisffTOy3hOVmG/heMa6lzFSRyBR27HjZ2nK3OgVJCkSs/meqdvC88hvOz8ELNUK77hIlQ1qk3/fwYvpj4S31ZWc629zJqIDiApHCkMohdHuleuUVVXlBufDc/dUc4JnbQgbVnvTduR+yN1hprOCLeD4SEyq3mJPuJgsHlAkzptTif9U+kBLHayC7GdiQxxjuzZwOp5jQK2MyLTCE2vfQqAFlr3PVxuRT3yLk3z/8KdZazxsiwVxokOQP6fFFnBseXMtf2BCCbbIEwawG2mN3dBFxGizdoNx1OJnilgQ4zODJvuFMAWFfeK9zUVkDHFK9ZURTWptYhj+UfMMb9P+c8/LTO4ZF8GZ/0xkN8P//3EiIbh9URGjoL+WIHy5gUwX/11m4W9VuWMv00ZynZsMCgzySO8UT6x1BcFMdjCpqd8C5VT7yK1PcZv7u8nBRPRyqzTdmj1XUQlJ3NUFHzRtGH3lCeHsCtn6IWvBnt/q6iUh0n6cL4rA4D3+PGSOWsy18AePxT+a4dyk/kBZI8p/C7pmtB/EQ1IqVyHF/tQOYur/78xaXx7+xolahWfa96UIvZSHZ+u+Rp7U5V26U3gcfL3Qzw314TBl6mDtZKzTzuscOI7wh8qNf+Vz4n8/K1wtEDv5H8KjZn6Ta9V4vztyO9rIEgOAkFOdW/wwQCEiDQTU/+ofPxvONlgFbwmPBqmCUgkeQtH56PpTLS1yS9tDZmdcrvoR56HXm5C7RY7CRvpk18/Yz40XOfbdRMtZgEhMqcNr010Fro/K7fwAvF5QqTjgC8+MdocMUgeqgThla8ObP2tvfiFQWJ0xSwReh64/XzGB4A6ZPKjGp9ZX8itWBQmCRXxWZhcowsZPr5hynXB9Y0XGfa9Z33J6PjEZ/X4KWohPM3+u2Egzeisxb9jP/ZYpdwQ1pJ7GGj8EDWU1G6ArlsIg8/DOydizpSbis4BWDNyFj7en8m3ViyPxSWOb9BEGzxsCauzE9/dQ5b4zLCMDlxEv88fwO2X5mszW2tMtOJZ3sU7tjnOXyhT6B/sxUGMs6oiIj+wCGVZN2BZmYGMv2jLbaGVXuwED0Bz77vQW8uhcY4eZHxYRI6LAeYbviVLhLjPgAt2BlUmI7M88dhufqqXXrAPyjgmdyHlvf9nKowQE9FcPx6mth4nBXmDZEYABgk0UEyAskjUEwhM+2egJobbasnn/G5Dqt7O/+hOEa+SxnVNl2LV2+2UCVm8wy9g9cFhvuKU8Ni/9Nlws6VgqJYmj5NYTNL/bzk3JjgDHAAUtuys22SeSiRmsdxJj6g0scH4vZRs85/m+mWxnwhuEdxDeiU4I7Xmo2WwFuFwWPL/V3Kfo3BHi+ETcmzDersqyC/bgyplisVDgVHmRVDZeNp61kYjpei5G+ULtYqDtdu/rd62STcDsIW12XBVqFsFWVeHrV5rmGXAEzMiBFvYJbAE0cdyos6BFeO5oIt3gP0UQPphbTN6STzfu7lOViYt9nPm5akt2O7Kg6iKpOtxfdcFquUBINq9BNueD8y1X4BBO+ipeiadM9ydVGeLbdx+YdcMiQd9njU2pQrka5BFHiiAOB5hFCqWaSyAdRjPYNFQkdWgULfqvLDUqXjnS1o463eM0/vhc3MZKl4p+Gd9d09+E0kqvvT7/9U7MTJOSVb0G/rdByus6w0+INMNZwatze9NSK7TUW2BR/LoR/E3O+6Z6G3L3rJn+QkcCcEUaifaBabpcd6va7vTB7vST633MzttSDLKU5DYH9ggdScLBOv4p5/5XaMcjBIJUqt0d4ArGnK7+UPqoUJwVS7Q31R1Kan4+dX2P/BtPuv5CJhRXGq9/R/osjMAyyso+Lawf24ozkNSHpmzwi9JSdvzG7oO5zcPHco+d6LXbakwNwDPJrDVDFxfepj3ruZWniC66Xl/n94pxiNoGy6c7/ntYL8PpplGPE7tDpY/0vc/WTuHC8pOJGfD3nmBVNdPe391JYQCvMc1GqdvCgdzRUDJf6TyZmxsODIaYn2c0CyKyPkgVEn055qbPhf2z5KlBGaj6a3M67mtrDre/VUCUuuDX+AuHlxEiZqOIvErOSqh79ufcbUJq9cmkWSH5A9ib0tzZiUJOfvqlpJ7IBXG4M4slJSjIZd/P+Sn5Jmg2Lm5tENaZHWC1MxEeUdBCnm2s/WUzdCMMg5yhhiXkAfDXz0weGeHVVX2KRSCrq1WHYwEQeUKbDe2Y4+wJDhl6N6r6M+3UIdtX4++YuCmcSFeR803jph7T9U20+4hXaQe6e3jUS1dtDLhxxnr/hT7/R/qUu1WHHys0MvxIo0b+WqSbsQPxvp0K6vusgvlaDKnimZc7kIuyK7Fc4PO8ROhv0vED0DsFCMmXSiPZyGCSVqU2FsUdj2S7LkULOXWwTcrsxF5JiPNelLjoJlyf0VXXYvQsBSNSj/dP0xJZHTxWXq1vVrdjnwwM5Kpoo0l8ieOlu/1PiXObkUb8yyFbmpFInf4O7s4Mld8/YRZu+lDSaBdXJuutfcjsn9JJhj1X7xIztFv4yJgxcRGiyheZjK4Hl+z6NJfz74SM1b9IX8OhFDogQpvd61sDW6sJThX4l1UmGHJCgu9xGH6CGqMykE5zKZqna+RBbAbhsCM9B+wKoM46b9N2YHLGKez+BeqPs2j4/W17pk6hrgccAoqDN4OIvMY78Mwi30dEY/nBrtiWFfGqCWuHTXPqDtIab0xh9xOM6ctDuFlhFtPIW0UBhABULfM8Kn14J9+vU9ICTafBGSsvLmXPf+ggYyCg+ubC2QlErIpfX2MlOgV3dF2o5VEn3tEjUdUi5VRt7HtBZ6nYyrVfq+3UL/qwOOyI8VIGexyTU3YsXAOpqYNOqGDtFpWAEK39UsCv9XnBZK6IUFq3wdqyXDcL/gWdWKr6d1lNmxaesMlZ71sskFQXnpyj8CwQAhxiK6lCfTWcIZHaS7/McfW7EVfiD9f7qCwvYvdIkZ2NUJ/tC7tF58gKxZlOHqoSAeRQJY09yezrodPZlI1c6SI9t7CTAU949veKycK/dXgqVAUNEX7mBaLrMaWkXn0YRCdG7J2rhNnvZpOelby4MXDbB1KPYcvi/jZ6z0Q6tEU18WFmcoRceq/4uB1L2VEBREelp5ZThojiOw3Feg6c4iubbkgDcEo44mswPgO/c+tG6ZLFM5Ni6lH+naFVA98nnNb+B2Y9EdE08bR0QvKRCz9FTipHjbYLXjP2K+8g1dNoDrc0DQ+mBERUpSyTIqAAGNJzUwQ5hhGYN7HYtMq8i0sszOr7a8O4ffPm9g9srVLPTAhPIArh95kM7A7uRvZBm+Ypy0kBecSKfJuPxkNXxmkCOiKyDtXAUYl3nznNnAHyjC0Ps0tnh7Ft2Zdukdbqw3+/ldUS8gDFVi3aTsF9gRWTCyWxA029vremDYo2v+IAqqh2NLlTIDIEZkVIBp/j7bIZQnLE7PIfW1eo036zMkEbrpwOGLIy6h9dcy0WsZ3WOCqaggczZfoPgx85Dt+cbEBp8/pdR+zuwYHusWq4eGwb1fE/oBXkIZuCsQ6hSUk3BjW/67PolCvi/cMGJBPmOGeuPBRgwe5uCB3QDzjM7MqzBPSlILHIJe3RgCfLoJ0A4XCODfZCXMVKhHlNEtR5MprPh4BWF9w4AyMTAAEqFkYFpi1yVk1TXPxk7SUZFSMM64Z94/nzXEjr36/5mAPcql/nXpBROFcztGVPvMy9XliaMzJJehZYeLjzqgooHZb+ND9cEsHz0O4i+33wHBYPmuzF65NDz+1pxSrvig20/NBvOJaRdhHHoFKBORM8Istsv2smBISu5AK/9i+INNiu9feyKXMZ2EZXX58CxPDar51c30oO65tccA98p34DiqT2GZTZwC7aCAoBTC5/WHuGaLcF03Y4zG+GVBJg+Rc2IXtkv+6Z1RNIGr5+9myt32/9rGWstzGIyD079zYDqKhsMq8y08X6gIjt9UpgO6oi5T9epb57u3U3aqkdmxdcfiNWk1x8lsrzaskWR+uvK98ysJEJF6C2OK3rytFxPgHMhddqB4e4VcbBNUXP6mkIjN95zBkt6G61iKcMMgYdFuyK26M9zAThvEG3ZdJKODsuovpDcRACdDZmay4lBw0DfD6+CnloDriBnKX21oupJaixan3EPK5jLAOJsRkbXKOzQLw9aasELAMbG9hUIruhIMqDmHgwiU/9bZTUnQkgN86kkQrUyfCZnPSl93fvd+pwnIPdLUre+dB1EWY3R6mi9wKqBJKCfxobkDpu4c7QSNh6NAxFhlDBD73hg8yfIMJaQQaKxf2FDEov83WhC1eL7j7l8wOSrd5p73RnxeDp7BO/Gvm3KbsBuBpSqhYCmOdrIPtAETm2WVhZlIP1GgupvE/d4dHTXOxsWEJVH15S5VyyyCjQJuDyCRW27uDQjasbCGwjcMyr3RyxIp9NRHjxAwUTfgl1Q/Nr42FMJ0wuobevHTuQcY6SuhcQBPUF2eZgoI/F30kWleMAFSKie1N3ios+bfsVPQoFb8KIo9Ue097NJNaT5VPammLWf3/ek6+cnW1ZKZ7HNCM4VJb1Tlix9SyxQikunFfkB1Nn42O5JEMD3u5AjBHAqcjOm/wvs5JkdehEjTzsvN41uJ4ODwK58o2DhVq4zFcCGkqv1vOdexkGfZF/s087sE1PJGXKmVPT8+lTuDWaxavcuknZVa4isLYPhafTBBfhpsFoOQxKzPXYsz2NC/pk7zhiqScjiZBetSIbxKFoL0UgnylI2ag/NeOunbFhBJyFOQLTugZ/+66lt7Avh8zeJ8nMJVxCX/6ULyPXhX+lcUZ5FrwxKj7ytXLsynAZJpJA/8LlvYGBjh6COl2FNR/hCSZgSQ5DKWGs+YduMIvvyd5LZ3n7ZWNusYR5bOAmXW1GY79vAcr900b5ps0H29axF+43GpCkQKtvXfN8ieeAIXabxl9xAu+eBK8p1TL4FUu9Ky7ZVRSH8Wdys8+aMVcwBrzPiNi+DjZgHcC7tV6j3njZir4hbyWvnLSFyX8sGrKE8x/DQGTuQ2dDkbTNmphR0PsL6DVmFAAcUB0kE++qhPddOMIAaC3Ro2Hk/bVhFSkzgdPovbMmMgJA3wQw8oIHsonrQOhCvD/+fFsIS3F4Z9o2X7EUMNtAg8zKYkQPa7CzNeoZuUS4oaDQ2WSLKtWHQvQx/T8eR927f2HkVIVzGDQnyxesKI4jBowFVUaN49Qfi8Ql/xO+yVgj0lw5FhTUa48XVRhDacT/1yp1T7g9iUlF9Xn0ByLn4ruYev3r4PNlPIV7CbzMpnBvmKM0Lqn2UXf+9Jq4cmY9if7t8HszY/sn4h8bNJc57Mj85nb0hfToW9LY+ubUe03FJQjgd1aXVyX6LNvR6LsjYnzD0Gbb8fBfxNNsbz1enQndN5siA5m2nYoOIO8HLDUaSao45oNxgO1NM6H5j3SYwRTXhGb17pWsUHGTwuDry/UOYAs2KN9NqMPq1UecY9ZbC8uupKl1sM84Y4lVzPdEcGLCshYOBWTLiJT8Ei/13iyrnaxqPkImmR+6x57OlSGvKkE04iS1dTHQUFC5IDWpI4hCRm1Coq59QLnMutrn0utrtvhjODw7K/DEMkqGRzlrIbEF20/9A8g+kJQIaY4b00B/uqo0DhQAV91FGqX3ap04r5qYls2BAm5iJhGvjKw1gema35RSWJiho6254g8svwTB1AXPLjhk8bukovKZ+8T9mmCAvjKn/9ryQF4r31+GowJ/0VEai3l8rSv7VwXSJ50qmEdT+u2WdBc2ByIA+IoHpJIqgx74FZu8vIq1V2fHwxwcN/CWCCRR6MZ6PN1enIFsZ0rmPOoz7rgRxbtNWXvF4TFAKgWBHtEQlBW5YVxG8wPSrARLlhllP4VTt/cgRfyPfopzih1Xtst7Rh483T7kHWbOz4tWz02YtyI9bBhj/adkk/suykmCoajvR+NO4/5FC/75CRZfBlL9ISuzEn80jP7DUHoxl13E/D9M8cJvvmmRyWOrU9cma+xHw1wOEW+Lvx70O4Zo0pBdvw+//thrUbaYZyJ1JzIIFXm3XnjKYJepjCB1va1gEDwL3cNkF5iNVmoXYDxeXZMvnroVVo6khI1Wgr9bqUsMbc5MjRFU8cbfjjCIb3l3+UJcp0yxCd9c90hRLQ0x6plBT+4lcNrIkgx/Xs8BGexOi+FOx2ofhjTvzcVVIcLxbXWUuQMS8TAhmGPf1mvSjK58w7Tz6eY/yXL2vgL8dSL4WsMOciRwDvZMAG18CHCyKktbDzB0uPtQUtGwNr2ymC1Zlv+sNi7Klnv3wN0UtCAz6cqDcYHwOMxoPurXXJh0YnjZTDctIHV3m7jmFD4twM1WUomkWgr4tvAzR1098BGskR3zQ7fnLgbLLBbCEk7y5XY28yHYoA7pBB1wpij7pCIcKStNc1W92iXS4X2eeApBlyQd6GfSusohorgQ83Lgw1g6AEDvqc0MLNCZP367KVJwfcz3LlxceH/rAQSQvK94hFHcp7mRUUhR5LK26t8eDsP0XycFCm5JI8LyF2QfGpKONO1Cbw4Hg2t7q43HOTy+af2JFOLIqQ6RX+lsPyDSIsyF9yuKbBO3iOITSHoy8elVYpZJevlWXgYVdopBrfX7dXB4bFR1JFOuRsKuO0mGeMzGruCVrEBdBXpyn/uICloajc/fKKiOWlTj8dlm8BXWQooS1bwVjw6OWDErh/a8xd7j0XJM8Vl3gKthUirHjjUbZTQJTRkTIfq9qGrCT94t1p76gsbBBFRg6xehXsZXaAwPAbG9DE8sxmkPrSEp9y3L9IVoI2PxC8sIofQa7Lwg8T+5GQp5QOgkFj9NugARjLQ9ol4ZRD9hrc5dRaO23Z67XC+qSgrJM9M7zX7lgh9Ij6PWIK8rvS9HS6VqwX723AyoSr0iAXHfSnyIqw16B7H1qVRSvdbluDVj+AYQoKK7ns2cXQ0/BjULnrNKuVT69FS7vYzO8BceKAUI1qr/rYWE01x0J0Blpm0QqtfnZHRB7yDuQQ1W/638TGQUxazNLtw7ymY4WYPOVRrHDWhRQWYrmYEaOA2pAFYJ9P2sX7Rbn2M1miYuG1rReAH8J2dUu1wI/YvsRBL5ObaWge+D8371MfudP/mQWyIlWaDTE4M6j1av2cu0U0Ekd/+/8btsmZ5Yzn6rS+6P9EUNRhM28rGoxFBBn5R3JcHC6oIBSf5So6rVlF0eVOyJw5yueYZJ3nRSq4YDeO5pxvREBMlJSbk7ymcM0iK3vjvQ+K5p4oIVRyiPjke4R87xWqGz0Td7MWn+/spBMnzWEVgfdduaFF64BCqN2fb8DqnCHHyQX8iSXvygxaLm8HQK6VSTBWUWK6XxdXjk56arGGInMCvv3o5fFkWSTo1UrR/ObGWsmEgaQACPJuUm7R4Y6uCevHX7MM8nMMiRXgsCoC7j3KFoZUDcDnEAiz73ZRhKFUil3JHTaV0Ska5RDSqCkjf3bobEf6xXyirIHmM03nRZRZnmqAjSbfpoYoGmQKSyYzBQ0blHjl0HLXQ9VZexYJp07qvxktbMJ9vC7i+0614f/w0Ln8u0vZCx/AGabYtBK3nVrs8m5QL2FohO8KIWl95yqrkSQPrASu6rErXQOr6xxwOWmfR6xPUa27y8i/LwMZn4Mo+s7EC4gbHy2ZV0HP7ECufMrsYkPb4h1CaTWEhWGiX4qxljy+U3T+UXI5iiuknFmt8jveeo7kSY5fC1ai4rw/rmfVBMZJQoKGq/bskCkmNKW6blwbnIedCEy7DT9w27XrAQV+GFxPrQY5ZjqQ/PhJ2eOcVrnhsdgdTNIsHlsN1xbvEH1eLDAF4OwU2qJnY8z1XrqtX+kIIwPt0hi+2aSRcT7dXKDLsYN/Bl88fCKFU1Sfg6GrurePeIOlOiofgpgdeU5bBip4IOKaHhzypVdoqSketVuToKfsEh3zI8KksWQguVciTN8IROWiJo+AnZdiKI5Gy24PFcCni6XzDmCFCE6ISDEPPaWtn49s+juDaed6nfFANYOkpb/piVQXgrAwcDJbu4vZbHEIkSaQ0c/mnKd6E6hfo21jQrYOCA1VWtn9wBZLPo9b+M7APA4i2jYYqLtfiI3O048HS4YXplcOD6LBEJs9QywKgGQ5rwzprUDAjpn7ogrYkY/GAptc4k3cetk+DLKD/cqPZOsaVxUCLHShyNS37azlQ4KzCcZ4OuvS+e4An/wz8p45uU+W6gCuXbn+BToaomRJBKT03EbAyKTPmiu4m6eWXLPcXK3kCjmxPu3nLyqGoh9ZoE1u/Lx3Ndk0Xh+unECSMNKg0A/DG83n+v8kE3aEY7zGIaV8HL4plDc/WCj0T76iPqtpnHIQ2tQdxfuDTErlX3OvYoFpQoyo8XRNdAbBqNTAVR8Byn6z3z1B4dfVRIad1pNSA97u6nmhn3S8lzk1bOLjka38v7UkSmqcrT7r0rdgbmTOEZK97ur7Xg4dug6lJDN9lYn3lAe3l3Z+vTbLPhiznnkYMZVV5D1C7nJ9hs1kRY0EjNjfiWqy5xG3U+8FYr4G+djiEjP4PV79CChkhJpUlW2cqrjkZo7EPK2fEa/xKpqiZWXaawhfl55Qp0dkzdk/oqE9S9OKfP6VXC4oTvO7b+0qAGWWOAqTYty4Oj9/UFQ5pnVUZDxT6L6GazMPaBRQ+gi3WMpi4MDRrwWzrnBLECTnlK2UoiL/ssI26ri7p0qpRMqa1txcw14a3PCu8nJ34XVHeIY0Cn2Q0w33VTIiLICOzFDscLQ0cdANdifLvDmyHrXtHkn/kLCidu/w54IcViY5PE7hAq2ZWouADlkJsgsE86m3ofd2TMwc7JJyyv807XwRI2IyJ7P8hJmbgYl98i+87uSNCBbIWUF090x26oh3AtH9DawoIauVeCVtRaqMnO0K65mOKZlA4HSDP6VBfm3hBR0gGqdJqw6h+pUOIagOQbNpD8KkYTagMN/GHUC+742mFX3tpC4ESDH3DYskWRpOwetreKi7LsL5vXMtRNZk/SPOCZha2EYAaPcjeUmUtpD6G8DAfBahJUTi8n3klUysRzvGEjz4cuzvOHeYjEZIf95bgzYoILzmSakDZ9uxHul0WJrvv+Z/y+bwzVC/BKkm+gkJh0QNLZubbgAgp0BBOccn80cHpWbPaP8etJjuFqNCjUWP/9fyFqxDEfmRNxR4PZ/BaRMv7cw2Sv6G5EIDl/q/Lj+7HFUvtBONY6bZKpM+7dgK2Ll+JQMnxsqj3Nc60cW2EkB9S3pyyaGL6zFrxqnDbQbeRJISTOZPKtzDMt/zA5iqzVjCPCNO8yQSw59l7WyW64zNveJm+YutSZ1ZMovPx452ue6QaniO3AR6ZNF7Pa4PAKUCB2DXEm/k1oBlHJ6e32kZ8AQjt9sP5iJ1KJ/yepXMoRv168Ja8mA5T66FP0gLPBlDLvNH27gQPKKy9/YwD81H048IJPrPYO4QvKSe9da3PLLZBQXg8deAHigr30eA9iTub+GW9Sgm34Sj4bYIjV39u3jj7hjq+RA8A3w85tTIDT1q3nkZiDJEJCYeyd46TuzDNAi4V92Z+YS6gImY4CHuiCVBEAakdMWGVlJWaErwCx+pKkIY/ekGti3/9RjvNVa/vShEgAeHCuHoUzoTezy/C5JhJQ2zvQTmZMNsGBFp0sJpreMDUJeFec/aeyzMaMyabw9PXa9VgKb1pLxiT2OJ4CZ8CdG2m6wGa95N4aF5BDf6FAKeZpAvKdEa9HTtphK+acGU2WaIN7aOK9KziaKy/VzpLiJ3aG0cKrcegXSSd8m2Q2zng6B+5K5SU3u5Wp11rP+eDHvxLXL1FSc2qLfYCBOR5c+YQ23S9332DPfodTNJ5BTErvZyvrXyK8GFIQQatf+1GB6HqDHBfRTdmRhPGR+bdaMqtgBM0MvYZrlKeIQsCEph3EVPJwHSdqACGGm3Ygw3rEV4hWMSADr4gvdc+DDipdtcYUPPUoMmH5ycWD1bW1qWKqirn9LHAL9eQQOLn4ErZbNmj1bwMA7S2M1NMAbi1Ir9giFL1YPDbbvdQWCJp0i/xmjLkE0fEcPaXGfkgK8+ElTCePDEU4WraphJQWwWm65KQntBPHz42tdMJ9RjBGK/7Ut8xY+Lgq6TRguYDJaPtQ8Bu3f9PEel1r8dtvujL2udE/TrKZcWfn5E67egc1kBDogboT2dERNn5awJNJLm4oH9dS/ob+UYu73V2xhU+sOXkbfFZEsbb5F5w6nxO4L07RaI1+1GqwB0JRp7kd6X4mtZ2TQ9RK/kbKUZKFqLsuMNog2gIW7yCep/uKMmyBRGmYenDc81nokLqZtMITumtSoOkuOKe7Gi17z65qzk+jnFuLK3wBcM4NnS47U68jBNZvmmrX4ELHx39pbkQxsdzGen29vkB7E25nUAlaBAhIhWqgWXr+4kE+60MtPuJaVRLiH2XExQlogVPIP6mYf2qMxwdXfoBTSOI872YOJ3RWDADA7tqcq/L8cXlUf5ldbNeWOnak3RkuTkKCyEJF4XIC65tmCPF8MZewPAE4DHU2D+jx8K9vtWF61vB73YX89yGZ1wkL6GGBev+LccXIoUMPpFU6EC6N236JZ3rNaTcs5niZJm+cU1kXNzxzHm0FCiS9L4KTv1jX8OmdU3hMmNaP22exYjxcXk7XNuKw6R9b95jaLj+D+UlV1xQ0bgoPf9LNosXJk6bY1cJnAqUQZXq/cNC7l886PWTvr9jknSM+losP7/WmC/WYAYSix0TktDRvTGJ3C0NNrnPiqiGZAEDz8O8M5rACHnFZMdP3EuSXKibrWUsUFWzdde9wl9z+DJtpx6SAsXgFIShnb20NfdazpEQC9+LIwIQs5trFgFj+/NFQmije2Vp10m+EVEi0EyzkkGg65/hRbE9Fe9KEmsNxScugB40wFKLqOborboDzfaT8GBEDSGLbyyGLYAmSJcOcKTFF6IJOIXyK5115creQOWX0x3F3MBDcN6mDhN+ojXCbuZQ8hrZ0CwqDs59FSN+98pfDyvbN01B0IfpLmoWP5VM1Lub+sRjeXTVBFh3RulxNWRrvL9Mwh31W+G66E2Yr3s7GgREXpdzAtVsnn4FxJ3E3T+MKVoEjW5SypOdNgzL2jT9bNnchYLjUL/qRYqT24JzZyv6EC7PA4iYmrIpzcgtP01gQzkxnZkrCDyJlACvnPL6ioQ9NFN0ent9RoJFcyWlVLlXU5/q1bkfNqIVarlE38/4VpJA0IsQbL5tde3vaep00EAJHwKNWvCZM43kcyqSDfbO5YXUDREOHMg4z7ge48Lg1eGF/aCdnFgSJEIs97NzEnefYtiVf2FTOm1qdd9rg5figm7PxGlNaUEmQwjPNzym1MdPLYiwtY5uO36npRYsjVKwo24uphbf66eF0C3nwB0AiUM/Rptg9oeB3U6Huql0SNw/B38U/mLFFhugcTWDot5d3u15nPZhCOTzdAMRUHLlnvBhQCrSUbY/G+CNjYRtZXfbW31ijAoMNIFNSVvrr0NjU58sOO78UrWe9fugOx9SInPGQQ5Xz/gBPb3Z92uKW6vqX+cidqXoLoZI+OCjAm5SrY/5j91WfMXMN9N/QOjiYpOIOrQ/DvNFIojmdSgfyllBwc8zDBSJtamKY2EHuG15eg/4ujR1VUjFcC0o/Rle4U5gEIRdTAn9ajc8qoqVgNMVRVJBnM8ycFUTKYezpgR0dfXsyL9k2tiZo1P2I3RJEfwMkybQOIIdotZw/lFIRg92lV9sEUaHJ60zthyQbH6YOL4UzB2q+7sJZwi4ATEyv95e+IBUpxPUUDMhQ4kfGEohvkAiPKCYYuCV4DNFgYkl0Rwr8y2BMR8YCgXngJo3lUhOe8Xbq7rnjARixWqbOaidHYKERGOmme2LyH1wZa6agDSzZ3dVXr4hbKJ1akB4LW3KYk74w2vyMRIxKQkFenhUCEgdNvmzVziDTedWEAZ2M4WDtiFpcJT5qihRI6Vp0ApLoml8aVrx/nvd/J9Z+CqSNLNab1zZX4M0Wgu6jgditnJ8BefcPuTqu/zs3rv4wgLVF5OJLIt8Op81TRfhDzaaS2n0WlAVEata9xod5SE51uQxRzmSIE4Zmi2q3+O/sqzvVdQul8it7eR6bdn4wRQk2jLCt3CTckSzxpw6TCHzgo0mdPZEWOtUL3bn3EgxakmJwFqm2P2Do9OQC6foSL0Jp9VTukQbHcP46I/pFEFbIUPVkCVSvIlkTBJk363fxKB/R35t9gDg/dmgvPJ/ECoE3skvxDBC7nIXbr+dlBXrK7z7PGcbFA9iyeyxGCXbZGtxP13KQRHxnxY8I5eYsmLfJJgDROebPb5jdku/PgdgtS/wM6lEAC4WKXTfmJwp+DFwPR06yhBEGbSdODSA31zV/0Sl1ywVS7LK/cp7T7t6N/PUBN9N/L8oLVpSOK5+G7kbG7GTwhruJA6Ur0LqJ1DFllYFWQpm+L1SwWXE6m6lQ8wPxyz9Jx0/wb9WpTD4L+GbbqUOt6YUH9FdUy3i28iPMYL+CoJR8slDs6V9oy51zPdXulVZvJYB3bGRts1y/RrZK2568dR+dL0nLz+iWJYxgmRpQseiCtHZvFF8rP2j+FBwK3R4WUfkPMQ5w16jNazarEl555sYajycn0croR0EuWziE8qwBNTCg3vUj8U9wfUTnHAcsPHYTLvXrR9ePo9go8qdwocNnwaTXqA0RCdVxxcsMsilsEL2Zcjyskn/xahzF1+XA6PQwCG9H6Fp+KKtMPiIy7S/H6OLzMnWVVHI/cCJqelfPaWeRqRKXGyNkI1kOUVW9NtuenFGRktkHhggEr0kn9s8XCWI2rnpYA2ZiIvNmW4vzrCBh2gS2VES9u1jDzFYhZCxQv3xRCXObv29agyPxLOlzlESMx2h5xu2ECuaGvrbykxXGliu346ATVs0cRGJca1trfvyh3YsBNUD3ygtY7oGKiUspVmdMNMJ+hU5K7yzbDmubYBOkWu2qGMjsVVsnd36soRL/4m1j74P41RNOSdDfHoj8QCTj80OxNLrghYqsarovixtQm65AN4I/+b6BXIGFP8igVubS1KP5mZFSv3f6DsFU1rIuedl3nuPniKY5WBtKDpTgaXUZxNPgiTfwi2ZuzSxSid/5hehITGFzbjmHRy7TpxfW0hU+J83xhMx5BIqPEPkkjCUU66VVxhO+29f1hBzAoNi+xWcZWJsaWDnefjBonMMNoMDAqS84xv7PbHhd3IalYE2SqQidxPWRfdb19Ar3PZCIR8AYm7AlpFiuZ6VhnVG1gf7bTbHqExn+Ibz+TIIuALNN09IuIOJb4nUCStJMYAsyE3np1lNojR7jCZO9UqGdn9av/pldhvknvl028gEu0tvy4FtablMzh6wvLENLEENXONDklYdoLajtPqwgwdcJmBuungUrc09D7Zz7PWOX2k1DpuDkx/HW6pV2TkYup9qKLCNHkue03fuCyXw3lQXwlcpJtTdKVqYT9F/17Ir+TlkbgxBhpAi9Xjm/T1ktiqddxWVy0P3o14HVo5kI/HCTqDoucvmdrz6u/q0MCvNijwNghuxnIMYPUgBS+kqHPnJuDeD9UYjhQeTMqSqxNWXahAeIcbzccKRrSGC2s9wHq4uIGnLuhsYgSys0fbEsAOzuKbL5GzIelETGcmI5WQ6wN7w7F7bXQvTtYElgGYyDA0Wr/O5kP981tPm2vjFI+ClaNGtq28G8Zn9FJx16EW+o6oM+Z6jPsJR48jDaxYH2jGek1Oswr3/fCkdYM9gEZK8a9tj23J4qr54wlBWSxKkXawuXjPYA9fLZHCVVx1BYRClN5uXrc4aVFV62SRniLotGh7H5VwlGeleqtQLqfM560Qp71h6KXQmZkBmyX+gxsTSk5kSFH1RGaRTq3FqFgs8yQRQXL55qm/2c46PZDhrMduDo5FSI8G7vmglXGVENjWps2qm+zRpi2OcVAibnNUmSOQK4DWqXlwprNeORevppuh9lFcQvATg6Hv7B7l415rfhOxKuZcl/RQuffS4czDFOR93Nh0olWNCHCKKH6EJgOwcRZhgZhQfpzapp8ISE8xpN3maA4l1Q2Gbl7mtaWOyAEocbevU63JhGdDs8bj/Y9pv714doE5ezEQAeN4S9LUegFXI1kcOORAdwgcZ64NordxMpGsEGrEs9EV/zgoX7yfxHnkI1y22C8R3DImGV4NGEkzh23ijxy6dGfsFUy6JLaSySrEOEGoNZcaXKZ1VPo4t9IarhagdJVyq43MXKM0BUHEfGuH/4OXcyhWrd7YwGvRD5f51N7ofCfsbqDKqiH1QsYL4a2PTHp/7G7rzspVyJTgaQ1rVN+vYnXH7TsSuj+v0W0lF6itKfXZZpLAtMMBWSqdKXDHyNmelwZgtFzHbEIRH2PhZ7qWVwexwBt9OySmvjtOzOccKdXlID1VZfxZxFR6X7UNjUCp3A2Hgk48JTXxOwb+PUsX+f/mSfGSXVf35nQuwkSBJ3q5/wETDRWF/pC5nZIvZByMcxy2qyJa6nIsHmK9nPVHPi41fH69V18Vp1YQqrdMhsFsS3V0uSHg0QSVQvHWR+Ep1FT4sjrqmxlatRD7ORW9dbEarmI+sDkv+M5Z80JC8qKDJKFZfgv/WT2hkamX3mmsAfHNF3gEy1XfuLTupALws3DEPBCQ5KXzsEdhl80KhE8z927kCEi5HwxOtMeGabIUB45Po0BLOuN41vty7TQfkmDH7HnkI7glPcEBkNx6xBwzzWBeo/RiWXQq7znZx4cxbje1EdRy7Tdc9xfqROIuBT/PRp0Q9dATr3Nh6yi6b0kyHtZ8sSYhMvxJEWbxQxcI4mTbU5CYRaaCFpXjTULgVwf1gBD6VyCRidJGNVqqJGiuGWNfCH5mXx6O2yi989ci0zeatfghT21CuozwbWKBHgeuLccJ0HaSPU3B6vy4Uf2QTkS/NuDm8YiSoARC7j3m8nZv6YB1aokODgG4L6x2Wkr18VhxyYSnk1RkK8mGl3qs6Ksn08SmXHyBaTxEG4EGtvWRuJ3uzpZHnaR2T6W7mB5qjO7W9knZJ9sdciDRr50idv9Ju/yr5+xnUpnxMOxXE0h0t7WkuqL4WwaITYk6LL1wbHIf09TPZXQ3+SJVYVJQHzF9RYdhEm7v3SYcQ6AAFek44ccucdN5uDolCO4mqTPNE7ayaINIuQsSe8QGgVnOGqKnmzcbWktR0QLIOlf9KbwJGPC4hoqCU+eZNez0Uy4ehO/gyqmKdwr7g4cl6/goVH85tz/fdgcNMhM6r11wYwbIfVdNhv5gjMYIGJE+2frwl5qFZNzZCRltvSiqB8WOPHI78lWgzSKTR3214q2sDDRMXoyNg89MqnKOlSJBXhJrfZVONq+9vpnvooxDpN6jveM/XIUpelX0bqc59BbHViFbWvq5SKJbn6CJ07FTfX+azdqZg9H+bAw/KDiAywWjJeXYnbAVnwxbkMshmF3n2YAqONwr3XuhvWTcgrvsI+1mQoVrneKTz3qxJQINOlDnIX9itvcUocbc1LeZ5BTQ1Cleo5OaG7rpyNQutUTd9qiPuutcIImrfZ9AtlLTG0yAgMdI7tT0Kpmp/wtXTy5Zs9XqaRr/n7B1ZocGCCAUylc80WiMs+8oC3GscDjKERuxWlUt07KQIxWUxEgrbOvKBpzbueo9UHK6A6UEh00l1J9BGFmb5d1OZ1w68Wxu9U9JYDtDTLbasAu6kw0c8Hg/vWAtVyMfXE56u8IqsN8/B6rBz9KW9gAYCtX+hY8TvipxHsRFCBbD3TDhAdDQ0Kzh17vIXH6MxRJgyulWQhgUVdIGf0O+pKM6aIkefozZZmXSI/34VgPJSYbM21H8HOHbc1Ze9J2q2uMpv7auFNqDqMrdSbBQMIOb0r25Jkp8MttmIvHTkKrvufEnbve4rfw3dLNnQdPYBDDE4+TDmyguJM8RaiSMX5HkHEqlrmSCxw8S84WaSYYMJghaLyjqbFNFpiD8ojpG46NHWROYEWK0hJkpb5ddSclKsV0b2K1jMuebUH80k5hozMpHgTJyTpRRV8RdOu4YYWPZrYuyWk7zurzagtwZuHK86r9uBDfYpgRrbym75dhKbw1ZjxJhdR/f5/cmSYh4GBmc0m8LfZBsOkrUsa7KBSipf16yTRKYlnmJAwfX/dnDi50RJLxXQCkHVN+g9kA9/jlZ8lzKZbgKwb37cMlprRqF378qsx7zPO45BtAA9LTm+EuJ5+nTWQ1T3N0uxp6R9QhIoPXPhivy+gexq1yTGgUjPF0sKnxoILhzDu5CtD38IMtBhB9sbY8nAQFZm61T31B8B9kLvEVSKi/I8et20RKJajAQgAYoaE7BF6i++annGhWmtQWnx8HdHnOgEb5Cn+viUu+Jw4aq+7IZtlOq6Owj5F82A/w4CyUFv/0xmyfssYKAYnCeRWl4Hi5+SkHSitg019eH9JwsxCYiyMD7mhg9PxnJrbUBRRdUYBonW5JMKo/vZIxFgCutL/64pdx+9+FGAZAr6NMb4f1DhkGe27JK86UdIWghznT/3F3JaYZYegwCj9j4FYn1u7QFchMnAMJ7PG5NvKD8Xg/FbEWyb0DJxM332bOzlFS8WIGr/b7f/WSfACXRpmCs8eiM3ilwZ/sJCDj/kqCVm063U4DagpzRFd9CMXT14t8Hx5oymjsQnE+DG7ybtvSWscuKEojrHlnYYpe6KffnaOgrORXsnnjJeyPEffUj8ctNxRtoIwNw6yRVFRMFswAUCnsR/yCZlZ6HWoLBo42bEH783UGXYToW++EV57+kzhv3JDeC/z3/7MOHAfLo150e16W8KlyRgYS8JZpXvGf2UwwHcdM/wZfygDjlwrupok2cw36WglrtY3FHbI0DFCJHBtlr6TkUbnSMjTi7nqTQGlieqPTWqx8VdR2vlFOrfncAZDf2KRcCH9IzwDn8OdtBNaqetrNimPqpSepWUzIfGbvqLnCQDxOVQjjesaSpeeTHMHZHXk8483vp3TtTCZlLH+xn8BtAidbw2+4DNVFs7XKyx8xaGdN0Em00IWYom0Brcdz98WDxK0yoDVzcVQGRaPotMgxcO6ETXZLkmI8yTPddMp68Nz6Fbgk1Qi9hE8/9LW8pNWN0C6lIMEgmvFQi0KDysvIpzX4zJLTqSPk7tEBlXvNF1oZUuHVRYkHL9AHakBq23iZjbPEt5Clya9qH74psSm75UellSIMOi/iCjqqsbdnhw6sZX6z/czKDjNAouPPRgNKt/6ghbr3fPacEdZ4saX+EK0J5u1ohEXikrPUgZ0QX7zMY2c9Xfo4yBGY7Dd1mLF0+k7Lnc02UT0P0TbwpizanfLTFXshXxf/V0TeF9OztV3/UFHLeaB6CGlblIGpAH503KEy+hN+mQm6QiJ7xHoQRYmeKTCesYYNsf8hc5Cgt/iVa55mEyciWzVZTY+FlOpwm1GqIGHjWpIMJ1zbi/mRr+L5DieC/Yg70GNRt7Ry0qkWdKa3tJxioD1bqfuiR2WZv1oqsce1FFK10D6A4UcGfqf/zCr/e0nXd4CC40hHeybwihq7n9Bue70ekoHg7IiTb/IBfaDZWXl7Cbb8iHXPrbKiaSrapPXC6UIeCR4ar1I1g5yZA/IQt8AxnGiCEgNv7dvm/VneTkLMz9pXuMf6jl1d9RWZVyca3GZocnkXweoGWFQz5bIJxC6EPT3ib63s8ADIaVoEv3mLstZllv0+uIwwiS7E4nqoivxbD2iSKIC2Ityqr1jArM48yQpZii15rrHEChXAG3lcFKPgHlHAcjE6NqGkuTkrlJVd8R3c+bwFHrrkVcdAcY+Hn1mVbdQqH6kGq61xhmtoquqwkrU6SjDF3yr3hwKKZwGmAdhobdagr1I4dZd9hHgtMh8zMSuL9NFqhZvcLLUznw1HH46WNG2W/nuTk8SF5Cm6hxxdkZi1ZTUCh+AnwcEfSYIAE5wVmx4Mmi2uyv4ECIj6bpw41hI0RG0E6+eUMYG9zvhY5lW6f2m618qXxt+y4euo/XaILNYaKiWxmFFs2UMSQ92EqQqIFyaC812Xy8dqSwFg+If+hTPoiK5WWJ467OwJHUwjF3CSaEQ+2aq2Y3I903Y3WeXRYFBpP8AKVyPiWOBIjest1tLC3s4scWJ0Jt2KRGjy8lS9jAQxqlADNV9X+FqddGyBXPYHelQNO2Xaz6hh4Ygweb2zc3HKNhKDpx+0tQ7Bp+zDmVzO/dIiH2gM9KnkKYUdWWJ4vQHE6/oMlrYfW+A/2sk53KeSpGILbR2gfLa+adHTud754qaMYH3SieUxJPtyW6WMTLFLM/5cHPOqOrIQgQzaxtnZLb7dNAgoubxSI8Hcf3bf2znkl71h8NhT5F54KjiBOGrED8vVsTJq8CLwebh7K9hEKXGUg2U1ByuNNEMR7D/JNHPq0Bwoa8oK9GWQICj1bqezWA33c2N2MCGMDOtKSaVS4urHRDs3HUq2WSUXeq3dRrYO6qRKalsnmp9hbJF4IPM/Zmb6sp1SiyFZRucxWJtyW7vo7og0u4+aWEZTTSaMXh8OdNEEi+iQqmfJc+jE7QFdj/AhVOirqzmFjBKgom76/Xa2XT4YkqvHTN5UmRxK4g+IEGTKqkZDMdkGn+8tWKJVRxqKEslxJ4h34QSf7GlTq7sDWHW0osNG59NKBz/2QwMChRX59dv55IOwm6xkdLSPmDqM/AbMLD6mNHnhMwD3YLCK8ny6sFcgXfsaqPKF7FvOj6XYzc8JW2jvFP0JitkIqK6JRvJ3fbdm00haVYmnmez9+CLj2mm/IRWnEWIaBUsUU1PUl3pZ+qUUepBoD1/1j6o+hlfrr0f8FaGSoQOySf63zHk/3dueD9mI/f+NFAJ7cRnsjJyl6wL9FlI8yHlk7jAsx8juCU/LKOi+byGy7wBX+LewQ/03kA4unibtslhD7rbECdsRdh1inLan2wcPdLbb4qlIumjc4XBconmXAz9ZCuxwZbWh+u8zQ+ADa8UBiVb67rWJkSLffXg4kLJBTWfglKU2yJvuFc0o93VVu+77xA14rhIt4MP6SqI2ieE6ZNZ7RoTnJFR05A4bCDOmHiMN4J9RtALBuXH31JXubaZs/SolpZZCt0Bl5l03eRA0Jn3jTpi4DSCPVlTsjHFGucprpFTDBqkM4NU0K9XWS8Pq3kvAia0RZgevHW4D+wkO4oehwr09NfAd09Z8/ymbhY5+5IAjSDxKoiHtF9je6GtQoz3O28NoqPYDTXg22YN858SqfgygBHGC0QAZpXR7utZJcIEfEbyWkMeu+klhkpVhhGhj8K/DrfC8NWgGsmHhqH9o8/94mizXrli2M/YrLPDO7CUrZnUQM9fgWDB0X+Xs87ZAbk+QFxnmaIE92Q3sPU1I5KdvGxKm1/AZkTMImH14FGLH6NUg89Bwmmlnc2xxj8GUygD7YKImZf9gsirLdxoQZWaNt1xYfyDeGbz+OMVFOBRbZvMrsS6e4MB4HMDXqKD9HIyPDgOOq0ZEaL9tukWcQIz0Chunf0mpCSIwDTxUu5p6a+ep6Hv4Hn61BrxOFWOBXEE6Yik7lz/Hokz4N1Z1ManQduPGG7uEQJOUwXdiVnEz6KRCkKXNRMoFCUiQnQRn9RKOF2vTfS7zBqdK1geNxWuDSnpWhNzHHxRHIVfzHL0ayjQR6PWlQOEUmUZLxLc+Xw3FuYea8aOtB0h7+SDbrz42GtqkmbXhloEfW2jlHuBeoSzccvxlTwftYovMRDCuDQpTknOTp++iflhHO7cYWEdbXk7u4mSxE8jVsgxkWGOQf3cVJZrSu0Cud3tBOJa1sLceRSmtQovCTkm/TMYyw5GqYxwIxDezwPGljeN2qBgkEx02VVrmmZ3wyNAvC0HezF4B6V8OWOlMtDKYacYuPzYvo0nu+C/q9D1x3TlbCV4WbgR7jn+0xs91xteXADEPyABrIqd0K4EY5MJPg0/nzbmtBswiUnw+hY28bHkH/w8f152AkYCnwknLJdwY2bWLr9hBPLtnQkLLV0ns5jabhXHGuDFIsGbw+ljS/lr47j0W8pPQ43fDBV62P/MV9+Fk9rL7I/iTPOmmmwwBMXJ4Pru9g2CWqgLx+ROn2cd6tuUvhHT410HRNvjFS7P/lBA8lSaHUZwzZDkvh3byuY6DHPf1iGeu7Fi4npe+IJz/qo1Atfb6ZKcvAi4Hcf5XLB4uSWrw+WaIBhKWlIX5KqrQ0GaMXV4Pq2pNV0ZudBlDdRu3dXC3Q0Amv98B7z7YuaZoBMdhjRkHdITnwc0QuYRITfC0VLyY+Ugm6yc3svWXHKJXbVLQ80pBuZhgvTANq0ShJIczZc6TMzyCLBBkbSVpQQOtIMnem0Dt4McE5z8PoKiIHEqPcsdenX78I/EDVGykITL4beZZ6Ms24ExV5E+YRMjqfZKa5NyCyFj9LEupwpTNhpC2FcXKZvQ4JkD70afIeYTJZoMA4YEMP7vOPAc6OnV2zJ80qLnEAHJ+pP2a8w5qXfRHmXfnU5jZRQs5lnIj3kRdfwjVU1uiVv04Nx4802b3fcq7p/zUjQE5ZOGZG8pI1D/YPLonxf5h0IBXvkcx9xy7D+UwAt6FyIc4An9QV4jxJIDZULQMNoWXhokscXgaSdokt6lIJ+82g0DtaQJIEGsiJafLX2KsLoPo+y1/7jHCmpHE7qqiL0YbXyOOvbvHCck5hLvaQCPfdcILarv2DCrrpUW5U40QzWkas4Fux6EZO4CUnqqrhan2mrSiAoTQrCFs96ApgjxOO/uTp4uUOVcpVCEJSON9ZEaTgJ6pbJHtWHOddaaMo0efNsM9KG/DnI7ZzGVpj2qWwFVgMj+rkYtKM+Fw9YEpauSTWKWhnWGu1BJ5REGJM6NEMPpW+JB2omS4OWb1pASQZKsPWOBpsR8lvVI2jPQW+Gyx61b143JNZOBLAAYyalO1HP6E5eThQOeDX2exmV0+ph3mQW4bnMOuLZlj7YP1gp+I5c/OeQ12ITKCEupm4XFB9RhoFl1wnAOx6qIMlshFMU+ILd8wU0AlUa1g9zu8E/QisZ1ZgvuqbVcYPqhX7dHF6MCBz73hv5YL8fiACcUUOY9b9ALSu3yfDevlSQJM9jqjjW54yF+NxH9gy9hRaAr0cE5TXJgA2SSSWzWEHWJO2h5EzzD9mQJSBhu+SVp2Z0Ygyo7tqOPzkHx8rjHZQxpO8Zu5/UCQTDqrcQYBgIy8kGAn3TVTuZHZMe19sdUMO7OETK9k7jV6etx5yw9MEb5a7SkDtzWfmwcO5gyldBqMeGKau3vaxffrBZsa5secBUmLxxU99HKdpQdpsydC6+IIzkYoH2TPXtLbIPgE3c8Vm4VCxzBVEdT4lX1XWabQbGxc9HCfuR+o7ivkOFiHuCxcJYKRKKSmDj7WGwq7CRrg7bEJptz+atfxr6TbUOPa7Jkng/vfFjDGLOcGF5LbejFzGO16QWBfiJPOHofK0ULyx2wbgPNbX93WzsUW7sCL3Vi6fDGz65xvejsJJeV9WLKEqZMfsPjoPSQxca7wjne2GQRsgyJTbLkZ7dWKByGSHoZKxzovO84P1MMRUwuN6B6gxolwNaa6OYJkfyJ6dzEIw4yivXzKBBoIkOHiUna9L/zU9dCX4vNlpCGwpT99uwLlhuOe7bkWZOCAwHvePtNFo3EufJNI8jYl3Mhr3R6osI6fAu0c4Mp3PQOnpIFqSgjYuhQIL6wU5gpfANdVJG0Oz/p2Kiow4oRXa6l8DsAFTsi0OwjamJMlPB7D8srlN4XfykKvkEJOPAiIz6GH83wcuhliNkHrSM0+JzeoOWkRiYphkXQSe2KmpU8ZGwetPglHQ7Bu6OSXj0lUAQTPHjzxSmSbC+ZpIFBRhMGg7ebiKcT6rweg9N4mRYEKcYEGh2BpzfVeN5BDflWRhuI/al1WMxsmdBJsLJoeQSQqrmqtpeDFsvImQ6eIS4oz3sPdXcYQ5pFp7XXHjlXufdRyxd0iD3mhlfeyk7DBmzmIfUiQPItsw/MrnubMBajGAf/QMruKpUfmdh2UueUITWXvoGoZqnvzsKFMkBlU07Mq4Ue0q1Dhzpns3MajeRf8brqLlbbo95qiXTJYbVJmOo8Dc9UQy7ftOhTRzpyyXCsfHWTb/1hPA/EedCmuUMj8uTMA2xY5AeTyYxmzydMgZsDaVKs/i/YorvQPK/6TbvUheCpbt0a3tSNg/+pNU9xZERoPg83JEYzgCdU6jmkqbDlGvMl6syAHEywaNooje/RoMyNWUUnc0+3DuO8VpfNPm6sPk4A/7c0PKUAkCOJIGZFu4GrFuPzz/u1nl9upxspKa0PV4La42ShptsQKLdqfjflZxPj5U1W14+LEJTjYEZy93gSW5ThSWX+g4Ach9r1u1OWKiO4N8gAQe7bjPo+ciRuekf9obC/kw7h7AwLMczxR6hWAJ1GqR33Wqds2Mp2GgWYgl+M4jRXerI6U6pNfLXk2Zvxq5v1Hm4SSDGA8OcqdOVajuf3Aof8LHuRdB6E2Z372dAAuxEQeyCfwx8yWGqaTjHT7S6hXqfE+X/lXgn6v/UAin9CFOtQBvT10ZzVPtS7/u7HipH6n62UcaETU3vj1b7eWS72DOX+E9fhAbr785Ru9J5514c+MXOhFrEyMldZrwX5kOoXNGvUvUn1L//zpKP1LU7B0gqZb1JTnlwQbWnwL1oXl35aRWgQvTWFdB5Ty4k0jLUFRBKf1XS7DawTTV74ItXykUyGf9uHGyG5gYIGC0viC7AW1JjcGTdKZYcGuhxi22tHFW9v7fVA4wS4EAQnOVC1pTjZznx9pFXi5swE2dDQ9vuL7YoBPiMmgXm9lAcccNBCeXrg4/l/n17ZI/SIDjMp6I5eVJEaqAHgbbpUc7RXTz+eLmQylek/xBtgtI4M/aijy0Oqpla0B1/VFXINTtrFkYwM5q4ynzyoaz0PYCEizgIFSy6FnONqs73kO2VeW/q7x0mLCBSa650J//GbnSLcL42cMvUSQzuM8ZNPFaqSVHdoXM+Du6AW3DkFKfi2KtkSwXFm7IcMoXCktAeo6LZzm0SmUDYR4H/7r3nB8h09gIDcmWwl2K7WtMAesYMx8QAjZqDBxCuMGb2MV+fGhgbcw9JuAO2QpJTGTHrw3NEdaMs2tCQ4/fm4viQpZD/spfYoP21BNAJOEj6Jfn06/J/SbTiDWuNT+zywwoaSxbeq5KL0msuc2QLuzq73d+EBdFULc+cOhba7ZLrmuW9MbxweJ8v0/ZpYva4Tk5d/YxQC+bSfHbRxl5lxuPSzLIvKNnk6dZMC67bfffkB4FM+SVUPew658o3t3AX+vpmOJhRNvQ6bb/YJaDZ7ezHsHFas2ZjHLr7YEOw0IAZY9JbLb1aUyvk+Tdkk8/9p9PpnwS4r8Lu2LO+IkpAA9WsHIafflVkfKujB3MAnPMWMXQ0gns2FzemZd7iVNMneORW+6j4UFPmEfQ3LTeX6XbmgFw9jYchN1U73M87PHH8wCUqGpamajPcApLIP5HQwj8LcR9MI06+F5OuQf/Yj21GhmSZGsxTqTMTPzAgeFRzNCjwtdc8jddtgHadIb8CT9LplZxB645IkpM2fWTKkHVvv3mmS3zl9jexaPpnuj/2J3nOEUZsvEVAiZUDmJaSVsReRSc89N9tDJb+/9XgQXUetQGFL3ODpHCqe7zP67UdpJEhtDnRjxl2MLppWkdwvLwORJkKBgb3LFYP6D7yjySfcEIEbmV3/ShQEhmUlG0zVWPmodiM2pVoY6efVOm272zLTw4Nn5/+artHtt5ahbPy3NoQLyMJaWXB05bcdd71TX3WzJZwOU4NNxoB9oPfBELxm8Z75bqI+97hT72c6ZGxU4oT0c8tPv3NMho88s8QZC3OCTLnGBsYPopk8naLOxvu/meatHIfqp1hjQcjMCQW612O1S1jPPXVn57C7b+qJbi7b3D5GojH/Z8Ry16U9i3xudpOWzxT12PvDtNhGr6Dzm/FpEDR9dfWXKth5ry1bCn/uj8Dz4/SWjVZZt6Iqi0RdpknHVfiAOhKbuXfjODDeUTxNIEB7d7pIR+VZx6fIxzChwarqVUXL6U6jMp5OuUCofIbUdjFUAIeWufE7PKfscEPk/VIQdHdMmvaWjP8Kwb+H5Ufww7QpZXk5zP1NBchnC9H0RLIigcxX6yGzdw7c8SsWsV74OmAtNveJ24S7DpyvB9KQaSKi2mm6UvKe0KRFvx1F47spTftDfwG59OBQLId7HR1Yuyg54lkjP5kd1jt2ydD8W0OZztKTElIezKbyYZTj8Au5SX3UeGcDQKB9CivhhTWVnd1QXymrrJFs1CG9jsQLb4SUVPuV3GJQEtYkBX1R9m/9QhDAFOa4V48jf/g6PIH/SI2hDRLlzd7IypHHupC5O3GWyE9SW+IFrKzgcPJVWo8rW64He5yupuZv/tKn5d9wAKjOU/1yToiPWZVQ24yzu5DoIM6dqt7q7Rmtry1llRPzNhMb65hzyrQavKq/wv3bg/a1/nfdjRMVvDFJX/GN2KAi4/TDUEu/jjbEo+Hz4tpXdLDW64SAlTsumuIppctrnUpOQF9kAI4HSXK/SJLkWCZ5lDvf/iVGCAL/45LWjUSXvVqdSY3scIl8WB1zFow4CruVKWOxvDFlFei2B2UMNTic9vJfbqwtoRduh7aXtxifI/ldhywXkqOAlaC5hTuC9PJkSi5zaDtWSCNEcah84+Q7ihmfjV4H69MjJ+2WU50ns23jPRGnp/t5kY7/ntpJWZz9NmqNRX72F3khe2SXX89yAmxOZacS7YZV2lzwbnuBKtPetSXLPOUZ+EujrlQT6Gfl+BIFWbQ4apRcooKWW4qxbxrCFYFHyWwX9tmiNO1mZF4yDshAe3tpTUcPsT50gaxSTPZEfqlfqxz+CRc6wpGasF23DClky+Wu345PcMLvUoohQCshwAV/AnBwvPwk/e3ixgDlhmHsyz8aup/oPOeyZq5NsEFt4/QdjyzqHhnvAm0ZHCT6ChNNjSlfmolyC2yaHMXgbb1WFsaHUMdTLXMjl+XQ/TDNBviAvYPQPfJADtA47ONlGoWI0DTwbBpADvRg3sKe5NiiO+0alSwvBsU3eSCm5LU0UaPmXorSeYysv0zwGbcOA5UTy7sASLGaNz4pJiHXpyJeyFgU3rVnSJnMSTRfNyCVI04PPts5jVV+jKnOKux0PMR14I3McmuwYy9OoVDx26CEJ1iM7dkZL5/RpXXL7nP/C3FF1WaVuWy68V5/ZPY4X3GVyGi2MMFxbnKMEq4s5o3Mo6IPNcwUePmnQsuEeon9skB/D2aSfZ1WijoLLkYnFdbmPBLl1ulIa+q3Ghj12VvJULHhsIU8yWNoip+snQpU9x1VSHXwlACwUjQMgMrfXuYY4sigCn+r3NL3onNxA74I5J3tmFQb6xaM+/EjiOm4RsndRwJmt71nORKpVT4U1XEjWo0Yv1nwELxPp4ODB+snZ67VaK6xpNYROoUXQliInmHaShuycnqUgmqJcdrsmXeB4zf/zwI8cN4yVm5n1oARJHN8dPFhGF7RhwY8cUk6wbhojFsrGyIji/Fuw/NxePpwDE/AXJQ/HGygQ2lY8jiMpXCFILzU0tIa/rerDdh0oGrIUC4sU4uTT/U3D1vxm+qjaJ6kjEVwWMUevqmasNw9JXqVOy1uu28UG9EnojylEb8z28zqtdEpRFmzxCAaz4pAx+NCnKd/GACDFJaH/XMKarrv9eKjv/K5zuiXQB5pCeP8DNydfEQOvhYt6U33DeIZvDQixsyifkOF9IX363jEo3zmO9trEABKGQ6sjGjPqa5BUkIAft0JZCeNFWugox+w3BXTcqyoJ6GL3DyXw6bKbCVAIollj1FPmy4L+xJFFv8h+B0ppYu4I3ZcJq48qxn2h4DMRGkeWXUe459xpGLGC9JY60htILw6zlcLjyk7bCrG7IZ5HG65ZrUmwlsbdydHbXBAbQ2Zj96I2IxGBbFAnBGyhvqeyCbFJhMH/SL3FVBJFETcp1LxhPgXsGGqmwXFH91xy7ByVabHk+qOjfBMBSBoryT+pS6wFw4rguEZN2PXA5hpddRcswJrFpbtRWRZSAaYMtf05YGWIONwDeSpfTNHJcD/nDG1DSywZOaVH0kWPoSdVL+GQR561mH4lE426MElskR3+43Jo7E1t2EmwY69x+3S0WNPVEblL4+G9mrZXgv6qkVJOeaXzNUn9xFS4ojDK46FWwUukIvU1bX3ygff+qErbE7WPYN/SM9ta87/U83BQs+LtCGZuBgPK5rwpeGpPFl+LmEoV22TwD8HyITtkk0SUbUoq/QCtbmExhVpDqPuudqMkXX9gua3PW3PjyAQFNJd+7c/u0TkrGd7b2Bw5yr5zr4VqrYbBiu/W3HT40cXNtllD4I1cku6WOzJ9+xeGR1uIPK4GHEuM2i54+VqoVXmnU0RZtfVpdlytL6tUhlr9NfGMXXtWLh8921i662w9VtOOY5cufVmGkEATSF0Vrfd3imT9Cq5SJ5Z+BZ23/Sv7jBGnqUsBN7fJyuDmZa2CoIj5MC48cPMH3OB32tsPo/SpERuLHfOo/KPRA9GYSrmbwjWEtrySPTJANELi9HB9l+Iit0mrYqbm2/HRPVqVEMbN5hx4oCLuTpnPaDqwecnM3LTdTVVuQeE/heP4rcZgXYmhv8Cu+r9iGH84BV94ZnIENWWtdraTMX240cBVQE5/p9XV8YvGZn1Xfvk1AwlLQ9IiGTdT5DkqPvIynIRsx/ABpkQ4zTMdftzzvU2NhfZgzq02bKYdmQ7ANad/yjBmVqtnkHdbKLgGzlFU/jTDNNRnJTYsazB2umujC9lJjHDUIrL94QUeGg4Dj7p/K1+UvnEmkTKiqx2VpGOBdOzniHjJBUWYNZw2VO2OKJ84iXaebA6pNF/uOSzFHTCXnusIPG4B/Vt8laAn/2lvGtb94m1DNmi7eQQh0+qzfniFbE2p2HfmkOVf3Bx4Np8FVVrgGsftuv6u5Ay4nLpNtHSw46tXNjowG0TP6ywJeUxST6tU0nUNnv+zzsUNlbqLVOth9cggR8IwP73Pdx3A6TYJcVY1SWT5W+YWgjLRszlnryu0Ung3lWvLExplu+azPqe6uDKITM62wuANG/Y/OuyzykW2rCn0qTzgdGVtMO71Gq+kcdIw6Yz5/or4h3A9aFUoRwaJ3kU2ayars/Hpn6miC6rBtBp2nswpGlYoSOYsX3xj3cArxWA/sNG6xPWWHEFs4zQDfLTjUoGhskh3DQ0tcwUccEzSSBu+rLt4pWK0m2e1OpwDgpKi1O0JWr7AbZgg5Lj66MxBcsNEK+u040B+oO58OGZfh18Uf3effZs1sgXad5U/E/oxzM4h4q+IzObDDCdjSNN9kFCbo/Gj3ufvP9dFeJRGGqmm+AbpkspXXErwF8sWSAx+S+xxP03envIlbFBBQOFLM2eW7Nrvsn+/fNWNEj9alHKq+Exbl9CKKlHgwbLH7v8utjKLJ8cdlkUiTojSRheJm0eTmjZrz+Ix7rLj0aQwVvpfkxv9LE6XVIycMk+CSySIZ2hiobzxL1yDItRWymPKKaGseHYgd0oVSr/nUMbUq2+zklgjYMQRuPRUQCtAv4/KiGOKhqrPl4zz0gDfyQZg25UoWfpisWZT1ne0Is5MyH1A7XJlET3SPF5dz3RCBrlisvtie6Werj16BwYwCKviBuvzOlV/NFr8ACuaRGZ/3T4FqUHsnAqtVeUrUpq0WgtT7Nv9wI33meWZHoO/Mm+9vzIQNc7KyJ94tT+73fAS7AfgtnHGuuCJ6iKaxx+WsMCXbIOiSUfopr8sZmeevWTSLGj15WemJjTkOJWKAN3x4XXLNNzyhGBdBR+SQcSYrbUYxrYB0bawI2CqaUPm8vxfqk1r9H4yWPDAbB7y+n7HrXlgPWzLvdOYeD59V8Io8nyLOYQUESyF7U+FecRDEw4hl4TL7uUMlCbITjQEojEQrj3pWp3WLKyCEODgtDUjnGdsaVviRkBn1wGv5oN2tfzPXbo4vvdM8Uqjb6hI0aB++hRMB9E/EIMPgGuAlvncb2ltnmMiZUcC+O5Z7uV5AiaVQ4BqG37U6dnKqH4xZifnDdJ+bGaLgCmkp4AiX3yEs7z2JLiC/C9CUhC/w78YUSUrlUhaa0ih1LzsnvDAkljWweZ2Q5qNMd2dLGGfEW87r359LhmehoKq6hTLHTCRxmmDi5XJLraaJyLS9g2JOPXYTpFekoEngmWvzAofHa3HruSZwEmC/syO3Lgky/y81tzFz0RMirhe806g6WzEeGRpoEds4h/RPUy3ZitglRaYFJ/tQSInuL6hyC3JLAKm6DyHnLqUtUywhNxAJd7JQ/66T3cFuGXYAct2zdON3VHF0ouycGkCgRktrgjzjHmBrpCyl25bqv+/kdm4nXuefxXXnxcFEcAJFu3eu2oCGGzgOxb9Mh3X6eoRyHU+YRh6qiNmQsoZ/Ph7LCkFWziYTi2twDyxAtwNEG1bK4IhbE+uVTpAhrO1xHpzX7bhHLD8dAD9TaR3vHkDFgGEXCoO+7wxDPF4zSDFNLuHxZRLTY98FWS2YwK7e+1GUF/dmq3uhz8kn4nfcKcapPRofXFB94Qu9Pw+SiJ+KHIC8YbJD36qWvtTFRCT+c0TPrxkfbX1BoXuGOMlm9iKm7dM4wY232sqRMGeobIw28P8dL0MXvN6SpmBVXIhFUEnqAMj8ElAten5zJaQc1lHpRvZHav7MnrzWVoViwCYB4za+YgIoacgHMHkNnWchioUNaYzb+b00iLwQhi1iToTFYV7vH3+iXR9kJzkCz29UHw9/frk9MppE/WjSGaBGzilf/f5CcgxdmPgzWFboxDyIOvDTmMghm3F8vsrKAtEmF5coKUVwojotl8eYC+cGakxDC24DpcYsDoSBrXc+E47VhZfWJndLjI3MbN0tZeE9ZZZUlf2fGPlMG8YLGKwEFNhQov7AJJyVyX7FBb8nNTWxoTGZodvgP9yGiw0LdtFMxZhgcNLO0hF6SlKyFc9ihf/a8+MYaPVDhe9azIB58/SggwD4l1+BpwIwcLvv6TfcgXvesC4eE2Yv+RkA3YpheuyOqCLb5/edZfBKkuKCJqqBXKI1GplRt28zuBsxSvEqa2O2R3zep+miQKK4XVFe5d6JEgotqOgsS3cRPl9bAWQuz8pwoRT0RZcKRHHCe1XiAW2meO8LRXXpK4CadF+c8Rc6DhTUtz1kNc3atxLubAwMRjZuqxiwS0Cm/s+wkCZLyH6byRWd1aZRhA/hRV1fItDfOKUCC1a7yw9gD2jdnfK8mR3Czd6JQ26KnWY75sMMl+bj70axcb/GSN63PaVAo7pXwZXIzvPUUNf4x0wDA96xOf6/4rDQpsaweclNFEKyDbXghorst4I3dh2ZIzMLOEU85qT0pdJKmwIYDLdQjXsVb3A/mAYRUpcEmm3YqBeCexz6T9Fd1WFvO4e6kIPH+paIX15TvOp9k/BXo+aNHRGTvgZesecssegiPlAs3FPB30vTKqhJWcFvCTn8XDpJ3cyq0AKNFBMMllfU6qRQN7wXagDVpsnto6jSFaQpbMzaSQVVBgSANTqFXXOsFrsTSUC1RMeHICWgvEFwHrWd54p+iPT5sNG//rtOcdB6K+J0upHsM2qSyWo3rzVPvGMG/owDQjEhJbb0HiOyEbBQ3DtksN80Tcoqfai9upr+l4ciAWXeyTAi7O/3Ood3vfLk3u0Smp3xyTz8MTo0W/+w6YSVMXBz5senldBhDi5QBgWVJoKw72+JxKlq3RuwFGCuiIKig4v0t/bUt9ajrAzQmdVm14yRvbuFHVM0rVlPlTkJ/kqnK+3Z2KvblFSKJugKsjLIDMjfE7vSQ/3LaKSEq6TM7t4QHq8nYcVztm7x8lXSKjF7wDO5h6/L0HSePSaFXcXhHHnF5ZPSGm1XM58bgWCSLONJp++35dPc8wHFESnxwFP8MV/wtRENZWa8PD72sgwJNn9C/qzSRZvYWKOUjKtMl0xwGFJX1jKhL2Hj5BMuXzLNc6vdSzNUmcDT9n5azoC/k4lQuFL9DXPIOjbKm+3OijgWLUaCeJ+eBUujBbZ49ysoRDls09OtPO6YEds+X5Hd2GDy7c1OkrW4dGLVLctzlXxoLgAGYOERUL7ba7EoFP6QKWnLry5q3yJV03rkUuKZhNSBiVIyv6dtcr1zvEApXBNCZZMgp9Ys2f9s3p8FW5dnT0TaiJ7OqCy3JMBSQHcVpv91fCA/lav0inHDPMtydCogKwzYFWTSm4dU2QtProej9SAzpHpTesxjVmC7XRetuBdgjXyc2EtMhTbUYd3fDeI/iqemyZMt3MTefsryBebzIFQGA0+piUjsS4OyabeKwXBZynqPLbXAXMKnhBMI3O/BEljPmaVj2bHppFZwQRyurxwz0kpAb91qCDbDU3QyDNjUXUE51i4ctyoVcPUHHjTAcULMsF8jxmkTEVfSjdJUoJ/RB0BtBFNJENYxYC584SeJABF/x8mXSE1LXvnf0lWu8Jj9CwJzE+y3HV6LCYPfbPJ4+ULSvYvGFfC//1jpGBMCcGQGCLSFBqAnK9TF3RDRh22mrEfXAGqg2tw0b0lN0IJcT1MkL/ej/96Ltf0ypPQwhIpWjC4EIdsr+uxzj9xBLXZ4CifppgG4WY9AwQuF3XeizS8QsRA0Zi3R3j5jk0WAup3VIhmen0f6XO0U2F8fKLI+pnTsVL97R7XNJKwtgozB0+tL1uV0cV6wmpXEQocOKxbmXB7I7mJy3UhYLQK4LWi+u2l9DejhfOef67Chk5PKkiQJhUjwSCELULs8ie/8GXINuiMfR/nTqwd20jMNNu4vlcmfY8aMobin7rMf1bNZGGhXBYSHym42aaAoTLwydANPuOT79cDZZ2aSYq2cEhghzsFbUC+ym91TwuNgvyK65eX8FBKDDtkzECCY4N/xgTh2t7Q7WxcGjsyCsSodfIE2JohHADoE9bcphi8f13U46Bo13ZMUPBjhZC5/OUfwZH172q46Yr9cdbGU6FXmFUpchdPS5hZNc5ti1NDmIOXFn82ZG660Cn5uQK2EPFyZN3+h5+AT+RVlHynbywyRIQkOYvuMOkZea9dMSnhWqBY1rrlcHrs7yvqMYSRdrD0Gz6/0AOyoIQUrtLfZ8v75bBtb05eoyEF9jJOOZQfJLI/eOaWyUK+H3pM2ZU+pYOAhaCisv4xzqloruznPJwQZtnaT6qe2TlwAO53Ar7HnGOfurMBtrKBTTwAocxw11GzqRsPohMKAaQqQR/4W+rXFXs4e1EexQc6EQBwT+R9oUKjq90/3P9xyenA0oQTQ3ZYiPxCa6Q4qpEHwuS1QTRx0SQDaLqeSqveVoRT20hvWcJnD1qKXpD/uVbELEqS/pOez+q9E0I0dpTCfjubsDcW7HW6R4h8zq7/Qq3OzpmGV4Q+KnbiSJE2aPzNgmiyRVeXoUo1TAtV6KMp+ufxFKp0DDS1iJu+odZPrmPsS342g6JQDokFjYwuQoJwffRLxJZcGv3bgrp5rGxpK61UZGIHCIL4O1GuDBLd547gaJNiqPE4mhvFaSxyHKELn3np7yIRkSqV2ZRLQmXNOlApfCBWceYuCGm9Y9gpqQ9EadEWisYzQH/+wdU16mWUDw5kRLDQd8kj4ElQF9G92fIJL3njcKvYehJzmOe5Xy8Ev/MsMLdeuLUqQCz4LD+obeZpExRFQEDki3MkSD3dnrWQKGbLIallmJ/rG/fM3jo6NMTJqZd6E0WwYvWUYwJkQ89FqMk94mS0CXwxz8IHLaWSF/mwVkulN8vJ08dyA42CR9phc7jbSTadENxxACDXWzAN9T40scJnIOJQOWiuzDsqMZkohW9e6q8w+9mkBh58yIcqMVAfgbbmh08tkSQSbn3U7KPT4Fjthf4BZOG2/JOoFCP5as5Y6ZKTgGLTFClSthQ5T06vCB5pVmX4wPctQQOkuQRcBs0JLofTFlatd4jlGKHB1bHcznHCoPVMmza9W/bmZNM2OUmKTUevlNYD0Nbeii+PmPfsjOZXz2NmEJ6kInJMHYcEKqIQESn2r/0qyBe4Bfv2VpLSqOd7+pZ4gA9dC3ZOVnbOLVLkRvUBHiu0heqUPTdQ0EtPDJNQQfwM0hXbmqK8uAiV0Ww/Y4USfA69jJ/Oi/eIjWXxlgM8TFQTCN1/JFz/bzOOSuzGHpwCEytGQ3GXEX/agHMSW5ZuNCJ42epv9/x7N2zp+bLP3NLbtqMm+Jn0jcDtdqxSjRSx/SE4iOgeoLf6ekG5e9U7fEWFreH8Z+EWkJjWEL77rVqzOu+5DQ2p0ieF2goT3Gpd9AD1YBkDbue38IS+AP0e+Kv0RC3MOms9px7/8/QqzPlCY7mYxIM75HaSI69abeurT8mUKGxB8rrjKhpYHycrEt90j4/ZkvCys5a8sfAOkFV/w73o9QC3QBY5n0EMxpx1EeWGYL/DMvm6JTwrnuwCdTQDDd7HZHJsvkc462Ku9lM2AyeZYsUA47aY06OkdN7dsdx9j3CJZtOwAYdQFyxHJm3RhKYR7+lsDA4eOaRE0BKlg63KjZAmKOvgKcumJc7V96fidL2xDRmB1b34SWdftUEzR0kEzFkRqj2BYeK+du7tJnT8T781W1Gcr21SVkwmUzlgA8sb9drYmxFGgTpNIVyUOsOmWkJpUpPQajwqygjp/hA1cCK0Xn3+jhs5MEkcIH3n/AUKuEhJ/G6ms+4V6S56F8VSKMFSgR7oEUEFfHhii4VNPyEMgo5rruohy0rb0ghF6odq9O2g1fbd7ix/CVuhnSe8Z+LmPa6wf2tXlaXbEdCS1o1yJGxj8muJS/h4gMOusOl9xDrZkV4aVbrLFDO24m56Qn5f4hNvPniVo/vSNb7buvrOA0lkqXVWl03Q/c3xziQM4lzmuP0afPKynPkqMxD24vL0zllnXe4LH+8e9+jiQiA3cdAguSoD6SmjIhZxPrPuCtp+6HGwK/GqSHfzNYfJABULgSg+uwhG74Dy0PrL6g0ysPJse7jx61JGgfsfZd9Uphu6lXHtLrAd8SzOSMXaitsi47oa7D4nSunAxItz+XCbPrmrup8PMIIhOmmZc9wtm251SZj4CYmPWvYMJsX8OrDgG/4HlSp18SnewM3IHJeLbHDn6RPxdJiFdpDR82tEZFtU5zIVVt6q8DBHXwM0NWRPvWG7Jlff11nzF4QUKaGUXHUQapUQ9zivWkH17iqR0xEbiUOG92eCvuBmzYmvmr943BDNYOpFk3pNU5nY/Ky6yqNGHK3eiZmq727ipQ7UbE8rnzcdjmU0fPSvSjsnoOGp5sl3XZY2uXUqteGWiZI5JPLkvQ6pA16WINSovxORpMuxRjzxjoJiELhmYKVKWgn2Ka0qRt5y77ApXV4cs6FC/tbdPnq2xH6kSg1AfVkMX/2rPz3lIk4ENQ6U5xLNrcWJ1O0RL3NwN22bBZZns++cgRfPY+BeZPviUzQ+03duifE4mtcAXxQvBDcTgD1jjZVqkC4fsf0U5B1UUDZXXI7Ystu+PzNXy54AhYTP86YAxDDEpRhts+jLRqGSSvxVdYLEXII4J6O04pUGqiouSzgZXk/2btEMdR2dq6//84yUYohNJTUDn1wwPdKIY7Yy7ewsXJiU7UwdfDrP1NGm5NVDqrSgwjS6b9RZALz5lMlfBKjndpX21PnDVdl5s8UTChRxRnZaF9fLn9hebw6uoNC1MprwCXTM+pEhGSmToFN445TE1YfybJpZuAIbDS9zgiZmSu1xilMhDBlGTFy8YnIpnCqFAD7UE6dr9yVmTHt8KKtaSR+mn+REdTnM+44xl7nm5t/p4KR7w+KRGmuqxh5Nr83Snpd/LDzNsTvf0kV+iScueS3aT576XuulHVdescSSiPHBjCzW05m8rDCfptjykChiWQ/vyEgq9igMPl8F+L8OoRV2IpsFDUYEAacknp9jRCCZroDwxlrCtr2OfJiSd2seIv1HL3lUa1TD8l5hVXsVLYyqw9C8VXai2o3hDC1nE6L5g6WGFn+4zMAXcPjhEz2wQDUuI0F0t1+N/6NlXSxZ7S6YJ6oZH4QhJdEvYis8Yfamec5k6GewMmrQgY5EW3y6mszab8KAeNS+/oRwYqYAyEDBNBKaLeMRuc+tHyTTCncZPuDiX8+DkL3dsVdgWeeiZVxQNGjevCsB93yIS7oGfr8DiJv/wcHz+7xZvWTnlHrvPmz1ziHJ39NjjyFeY4L9PXbuzTN4LWgQdb0nyc32WOf6IxCFuvo8B9A98+AJ69KQQsWNP3OZ5QcDrn8leAgA/EDH8+bvP/WuoWDf93TorqAUlN0Zka8uyzrlJ9OcA/5vLGwCzpF3hV0NeK6C4UYvODsx/q0szQ0i9TnYYL5PNI3RP94uPW7p0l9XR/lS1OW8xyuCJbX+UsgyatOBMfSjx5a1513z/POHsrB+rmXx5UnyhuscQeD1Wf6JX6n4lowjSJrVxJuvS9P4XxRuI4DgMPodZPmx4TvcUJETryXzBXry3zpDA8KoPmh7ZCZcCTN6CBGp85Sur4X4bQkbiQY0P3lpUnzqHBVTMtHZ0PQn5sqXesSPx99omMMiQyHZQzhM1wSEZdOm3KGus4RIRXg/8St2sTwhnMsfmFBkuEux0paIjyX+HJJ6A7+ydeajBQc9kshxV8qmnSORY/afsDhmJk9s0VymBorsJmFtqq57Axk5pnCyyyFnAxVUg5UG/6JzEkbVUZopOXxRJ4zAhCyOgQKOQlyfYpb0NHFJiHBDcuci8VxZ2FuVx/WEVmvrI+rPJrMX/UA9X3NbKG9jlIKGB+yO3etB7TZXciCZtv8sdvrLGHYAFMB2llDE5nm1hRzqRdFbTlkBKcm3PQePj6lP2vYlXN3Oeg1xohkzEsIYSJQzX/D5RPo9cdmmBkE2jk7ygIPHi7UBMqVVVtiq5Nx+0wNrP97fD6RWvcSKa7VSQcGJoeEj27sFibNn5Ua3XErHlvkp27Ta/BkWAcXZMOgTau02T84KAXqvrRPIpF4VcHbzgrK92WIqvUWYVhv+HqEdrTCHf1cPHoxQyInw+xVGqful6Jml2FkYrmveZu4EFOC0YTiFq9BjiFAF5/3gCOtkjCJzMglIoeY9HZ3H1Aq9xjXZULLwmhzubVmWChr3uN20L431bEA8jgUu7NC26wFoflvVJ0kJX8xLJm/U4ZpRCY7sJmji4n/XQZnCSE0sSUKYvuDRUEkQiF81k2d9pZySVrxi4ypnUvw8K8OcJxbbuF+Da4ChmBvn9H1Gp3MZZfaNl5FRQg1XgnNkV2o45XKKpMDBj3kaD6l5tdC3CDCOtLZ0/y6tmlOd7jWRChDMfxNqywVfmZImvTBfr7LsDTOuyHoNxfNfbEpIfxTFSm9R0kW92jAMfH6vJjENeqmACDYDRj5bxvvJq4Xyj5gzIWyFhFcss0Vxf4T0AZ5t4JLofT0jA3qoOkC11+qy/ahBdDCq+S5C2hjq8J6c1JtzomwnqNLb/4xqPGed6Kg3MAgIt1HR+ZfWU7xkk+AsAeg23aVhUJYALWsmIw5VILiNr1w+iHjbkqjnv9vAkd3OIbqfmC4ZcxMeEMQR6IOpqLn74GDLrDBzsR9+eBT8z5soitnJ3qlsZ/J0sn6fne0GydXqCwxUm7Udp/oRuEw03dW3Bhxb+cHAC1k6FxJynWqHXMvKsc9I6tqpVJvxCjUSM9UL9sC364dDYPZjdTAOZjgWET/MYqih9PM0tk3O/8Zr58gB7+uUy7nbSbo/WG1WH5PO2+xuyT8n95icLJaeMq14Kkt3owkCy0j2w62pwxUvLdculch2R6GAU/WqJDYdcIJX2UINOuQhKhja8tsvVIFy5jtEVwuQASM5tRffjWXw+oPCOXg7QS/cDwdphFTxILVESt+TmwhLTdSm+Orw8k1HBoTbp9Gv/gT+uKb3LH3FSIL79yZgNhTkg1oWi3QJWFVtGysNSp3OljM0I+YIajNmtOr12IRnHZ/SaqsY/klcnXi8rcfjrGbkmFhO0wD18kpdsah3WPee8Uvtt54ISdZ6KSYQGalCdoAC9mCTnDC4ipgey25nV5Rx7IJPGVq3KvU0m+Z7PL6txy1WBoI0qTHVITcArTkNGW13ReGw9pFWckD1lpPUMFFi/vO2p82wC8StN57A4qfdNuHTh0Csi1izVmdANNUOSChHt4EDvvJNqtrwncvCVcci1fiIj8Cf+mGHrizbKu56bLfbo6XB1kYLsLNB4mskciBUohGNe+tI+DcDI/aVKQ0rSNRpzgWwQq4G4jK644HXyWrpivXHe5hbM8PBvo7M6usQga0kobNRcWTI1EczGgfGc4GzA3uRHFySmdrrGY0fo/rMyUe+ZH3qRs2UUkb6FSDvvQEhB677SfyKFao/pDPg9Brnhw4tosw5gahy6cNWzhNcEISWraYvfjXUEmY1AI4HAOmLuuaHkOQ05Bp7ukJqcH1ZlKi6b545gfKr+ChRrEcw1DeVzsAMYtaBUbanyYNtDi20gxT+16oWokh1RAbajW0iEeaFrjm3YuaKvUFMRVyPBCFAz8Q4X8l3Cin9k8yaWJgd9/FYSb9P2kEz6iVxh8DVYUF+uft1qQNXAAE0r1EoF/0NGRja2FDPFBeyh9D/6lV8RxSsUgeJ1BV+wI/OOzQBe9q5knLtvlCGf5XaY9LQijb7Esc2nDhlB0N69/A54jrq/fgRDuryvyNgL5QwIHGl2f5bbDkHR1kSjs5N/ydSvZdb8fLktRsGtv/7UKjnT34ROTgj/T80CZGVg3MUUkMCgrso/AN7axoxBHOCFQfu5DaUZ9CGYyCYg+253s25cY5VkZ9/VmZYWE2y5xYj6puDgb6LPEsVOG0GRJHLeGwGd3DUA0S9mmT5PeygOKpncjkyaiDcqNiWQtxi+RC9at3IVr6vIxQwcarZM+KRx1mKbQBx6VIsNLPG+68vaVQ5u9SVObXKRadXscEInEBkR8mwzimqLQOTVFKmcbkHkt4vUqqrtgYW3bXpJ8iVbsZJ2k3FCra81qb+SLRujTr9BLcL2wz48/rkyMoMvpvVoSpgwPBSrBFa+b6ylQwsgbe99a6tdwfH8jET0SSli81/2TjH1ZPlIcsyhp2JMYWsmX633q3WM0avOJJHEQfgQPa+c/MqlQ11XKzsNBoT0HADDSKko+50G6t5Bna8eJviZydP6iMIYKY/ERHZG3l3QgWPftqw/OXCIeLqdy+2uReNHim7aidC06Yx2PhGta1aaMOoXga7dXhH7PvGXEDEnI+vTo6vk5BJ0mzIkM3bJ4vbTMuzcIjKmktgGMmM9TeuoDwiTeGAhv7k//4eaXWBkV9J6JBX1hpoA6kL2E8NDp/vD+l16toJR1PIQSNFQhFufWPcqn0YMTzBx9KhkNsdUw0LN6J3LlMmZ7wYvEQPZPvW0duHUADFy9X/OKMx4N+llFzh+y3oEXFXxQbKeAJqeYxyZmmNuenLIVUFnTgA1sPt8vIfFvm5wxZYcDT3fvly/tRHvHfVyX+tok9Sd9wKig3K7ZMdaFp/UdiVli/d63AK0ireMrf46HPmNyAoQspGhkPT2OxTLnzpVXS1zHhqA2Fx+NDxKfsxLDbG4AJDdgpQukKzRktuZ0mxRFq/jWYuEfuSfQZpHsVA/UpFOK4kva60VyEipY4MRbQvdUFR9nkCDsFAY5EUTzpviQ+wHUAEy6/ZulAdKgLiRkUVWXZKvI7S9pSIbYkrYQpNjJsjaD2ZV3foiXzeDxx+MjA7Xb3PoGUW8AzTZm5JHdNFLLjkOhwL0UCbJaKFR0JcppBMoJozRr8PIyxWD0pNlix5kyIViTgw0sF2uMs2ksRcEvv7M3w6EUbUNlKosD+M6KKthtnG8VYeKqZ+nqp5UmU9qRwFFb7h1X2LSnyZ810kaJjCGIqNrMQEund6RYTVJMGyvjXlGc1/baTfHSJs9jIPHfftz+Jybw1S00sR1/NObjhn4zAYZd73mZVAWSnPbsrRcqcCK/PgsMTqqPFU6FrXJxDIhBo5u155EfUYpu57SiX8OkENuhkplRe1qU/Op0b83Lv2AL6jbmRKpls73foMalmPMDar41PPJZ9N/ATxBgYt8o7G5QKHiWnEJ88KDEMb/mQrKGSWSVwIZ9PDrmG+2a3GvNE7sL4LNfKF03oK77Yk4+zhDvJd4I4j+EdW0lUAhxKQam03DYCnck+PGHBF9RoaVrya5oxSc5w0QRzKSZOkIonUTOrAlzXXIYeYmZQF8d2+KPW8xEgVwn8r2SCbUaTkq0V1+Cqdq1zzSxXQtmi71hKsW2qoDO5Slg5Nf9xZi/npLUbFcWTO5CneW7fo+vafjGU4Jk94jHeu47UfTjM2dYwktGGrNsRTWQ90XEhxYbSi6HmJz7VNE9ulNHbnasiTf9dduOphfuFcAfdqJdB5vPj/gEWgjgIMAfx/LzhI7vPWkquws4cdBkIWwp8osjrLugsvHfEl/PILa5chLyhQysNPX3JG8KkyfEbLbgzrfdWXN6DtJOtQnyIDnmMHffDvUrUrOZcS/fhl4OqODSaEof0iC9WKG2ekWM4/MuzKdXk6OOJowlGaq2a6q0LNzoAykg6qIgotaMPy1nahgIkTbdWYEWD4vipDXU5hrEjlNGBYVQd9afiFOaiLTVvuVXEyIurW0xhF5ICD+Xx4lSQAlGhwXlzunHII9E/qzE9TbBPznB4fZP8SdGfYQuAZ0yI1F2YUgbiAbnRMxetMKC2FdJ97uyfge2+MUUklwj3jU5s6HyVvL3d8X1lyCdKy29yYDY25+SF12hzorEazmlq1BP+sfXdHMVQ2rOJfoFZTd6n+uJMQ1o2ZgGZCtInUVOS/Fe1obYksAkGX8X7RAQBsL9WkSzTVzG/r3uv7gBb3zmYAq/m8CpFY3zBDKZQ2NeUj/iJJPcCvsefZ0pfkjqzRHQfr3KuuO1I/VCEAgHSDcLVd+l1Zo1BWi4cryIaFiQTd9HhTJ3bza/VTsbjKD2CydpdMPipgL9cV1D7J1OTzHQrSJyrsymzt+Z2/JUV72c/NpPU3Cr9rGpZm8Nx+gx3LO34JtKtY7sL6mDPKlv5uSfNzmWuGzpmJCcsNqH2wER7Z43W0X+RhlgITKyrLdzRYkEKHInbui2Xf1M/aevNhlGqc2poXieQ/Get0NH3h+GjJyN7hRy4bADduEhSq3PswzWimUawi/GDcmbyfM+BvKWVtjpyIZwod17BQ2ne3DvQsyIc4JLx+uLzFUiyEV5Z1g91CJ3l/pgW9KaISAVVqnBRpwYU6h2KK+9T7oK70qXPVoFCc+V4D+wLyrzx/EI3sgb+yhBg02LCr8CIfUvrVX8aKqi59IB09jH/RLeitQoA3/ubACz4EeeIC6lVOL7YnSdepIVSPWVMZjbjthEYdCae70gtpRRI3QeXVOxW6FQlKeEaPZsCWZKrCmh7KsCN2Ebh+lbNm86Bjs/VzA677V7+eo+OaoldNbLlAKlbpfCEcxXhqJY6FIrTyINkeBh5/yX5HaZARquVUxq5QtvNfHcK9UMZUBiKTFDwMT3fJ4K0hmIlhcfF5wjiUDxFnADwtgjMiFDuPRZ4ZKqtRbw5QEYquIq/IekCHcC78dCbVoPf4qoiAxUVO1m+V2pHk6Vejoy44VJe1U1ISWDpCXjHt/qFxXDba+0MUU1zWts0IS2ve1QQJ0FLMKxrhjSojfBjmBWfapMESYjO8JX0E5dtWLkKnRyVDnlIr4TCxb6tBX4UYG9tNC8eKwldy6VW8/L6xs4IeB0bbQ1aI2+Y6a11rZgEcQI1QIIvvE/oxuJEXJnoKRTkjSPu4bejxCtM1Z940GxFTj0Era0M290vci73IlqjuHMKDepgs0pYU8Qy7cmOCu/hwvlIoEuQxa0Jm2yq039/sZCDlcm7P8yNda7qpTX0lmTG4Spr6WoS+InCUj2dEnDITmYSsFse0B7q/+iurSwkzOOAN9VZyUusXjofFSx8vnPE60yZxvLvsoD5lXNHSlSwDPHDwWb76nReDYQ8v+4N1qoGPATYXzBsdUzjOEgzLpzFyxmnmXLGsK5wizxN1MYknddJmCQgMiW7bA5VDS089Co1LoUdkDZUTbsDSRDAMcfFC+PFqZnGkfZO9u44iBCcWVZzyFAsU7jgnWCs74pDmeWAk364evchea47VpSfIvzN+QwsrVhq1BdTsM9s+Xd4EI1/FD5UoLeFj37KcMBNtvQtWbMX0JZ2tEs18e8FR2KttlefctQmDtG3DuAQ3NqrQvqpEtMIsvspoouBV8nU/rER95Z+3pKAo6UzqaCJXa8kYXLFUq2H37LI4cfVBW0mZ0MEOr5+g3WEUWQBFKH+wzluqg7fJ/jBaWCvKiWvYx5dpxfMDSk0mjH1Cf+DNe9CVob7EtoUY/Lkrtq+n3LIWJ6EK7yk1mZGpvOUVXq1Cfhv1XwqaN7Z5VHODReErHPaPP27rdB9Oq4g6r9ccX2Ge5UQKZo7SoKaLIEeydWvwJZURlKPeOlcnrWAuAHh3TJFm94FxPEvT2ky8k9zW79H7nycwNSAUJ9Bc6tQdFJsIvohqMtwzYh1ac97iioShWIBWmeCU1guCBO51KS3rfTAzSEwEEwq9eVYc64KaDlThzrwbSaGmRdiCM/pSKztFmETSUwc/oprDdtWHz5zd4uhi6L5wXkBKkrr3l4j5emvTFHtFXo/WiWA4OKAeNfS4xxkPc8UwWQGeA3J2Tf7vyiuXObIADDda86/m0+Bk2hDglbijVl2ormS7jwVVGDTCrCn6J9HViYocjWoC6W06Xhy5Bi4Un5Pvm8WR6VwPHgb3Fo98usF0KYAW+bYACWW+1kZNeQBkl72XQL3+osRMT2/ng6bsnUiG1ZSVxYu2600kAv2D3tiXPe1TOpxzFsX13CD6kPzgkesNE09UFRoEumEbyQOExJhb+1FCw43DRqHOtxJWKoSIFyfC7yMHRWoRV3DyIC0BrAAJGdYgNfgcPBEVFk8kUUXYnJbMuR8hFKpDMmCJ9ZlJ6uNo4IvyK3Pnj8chDAIxoTXF2QygaMdemvPhU6Ooqy8TVXNGslooGpTAJXixyXL5mcWRpoL4ZVXIhwDlrssjFwzdrkGXcjp20k1JdZItLIhoHNhsel3bvBE+ZeqrGeReQtU03mT6SeaYXX5jGjv9gD2VX31PuN4Qhi9voOLwbTL7K60NfbdJmyplBnttBnaCfTddrlyd0IW2rw/ojLgE3GaGc5CVnbQYjt3MXN1dCjKB5iqyIYd3nvAoMZOpZV6VA36Mm3N5Zj9jIskgAv9bRI7mT9MoT/7fI7auajUUWVsrlNQ5MPdGtg0iuU6SLyR47yD/BUBxUbUMlU4CbOXDKzr3mCKZmrbWU4jZ8wPngNd+Fihygmw01a9HH4bN51gUSYZn0KXXI6XPoH0Z6xk3jRkBTjOHHqDHiBCdNJ4n806q/Bh6WndtVloIaH/yDahLZsPLslPxYQOlc6yEtYTRhj0m1UK9Bh1V8zOXxJzIt8SfWXdLyCh44FV5T8c7kZbyeAYwN+Pg1vbawWqUT8/DKcg7TkA1aBvZxyN3fVdP16s4/AFIt/xOrrsUsbrATce9roJqJAi743qLEoe5NfGyBaXFMWi2P6u0FS5+JS/+Mi/9nnKmeAJ5zEsMOjheZiGw0A1Xv6yviwEhmzpe9C3OVwB3w1i7Raqb9IQMYX81mgNQwPo2odZevPpfPQTkgKXAAC4pSY3sTE+tTFvzQSFXP30G5Kn0fNDDRggJ+AAbSuuHqlYvtnXqZUALwxWfs84A/q+w4mpakqshu+HrRM4lFZ8uRQkr3Fcz6eTK3/w4ZFhcXRNAC7opGzn6V+J4YW4qZiNEL0wOLNneO0pRRbpqMTD1St4tamaOyuRoQDxmXwrlzwnd2ZsLm77SNOOfvH0Qz1uFV1ulNLEmJIwaw8e47wt6B8SaVNQUtbIMZklv0Ww3keW3K/4KCb0XW2hIxzS9KXhHqNtU6gZC+ICI6RcGNpJWS1DrSVOeW950j6rSa+2wYH5RkCuzYScxJJPJ8BubyWFvB1qdxPdc1SHauFU+RHVgCNIXQSRGNPaB/gyPc3AXZXJLov33QZyhD9HDdYG8K/qCNNq8K0FshWu/CoRtgRL8Oyc2FVVDcNZFUI6X1OKvGBXvRSa8Kqjy+S0KSBVE7iLaFys9HoJZs1Loaid+kN5OYg67M1cWUtYxy7cRFOKSpRLuZ3gzDbOVOgkbyGDIclDwnmIrl6To5C0+YPvHK9zjZRbkA4KA96FtF3SWohJ41qL4S4XSwWIZWNJn4ZZG1pCbHpz6bl2fS+HzjfgBFbSCjGLVxgWOn80CtbOBKR/OU42/ssQJjJMxyo8rR3qbnunz3fNh8NGIeMj7LK77m2su4v4yV3PkvPUhlL6cJ2PdsVGX/hcKf0/0WY1OZEVYRo42ixq491xx1ICXwtlNPMef0Z1DfbtGieOPDR/dFnIQm9ClGau73YY0sIysERAXmMxhsqmL7OZPsPFsVS8q/KsNEznVyHr8QWAcgcMwX8ovPfe+CPR+xKSHdXrTiFY9dRuqxQphPPyNjYzzspRcJabSD8Unb5e+hvAZ6sRcGEMj+H352g/iPDuAUFBjIGolym1YYjWPwx52Hwg7pSJC7wVW/GEX74xbSXvfGiWlNVAqMzo87FUvYlaOUFLBoyP6Qbjh6Zk+I1IWLLUkizmK7aR7cu0512AZVzM1C0j6ky4IXgovJfJhUDOiL/9vQX10i2qStr7g6+eMCvvousSddR0pRpcyo2DGxvyL0rMEU7JkiUomSmKITC3UrXlTnT7FO20RvL6U55UlczqmWZOHS2pU3Pmm1T3rxRpRPRt56Vr8ikyAeWqdaG2aLkDvaLl0aK/PUAhRiwN3qP18lECt+dLriGXz1EQI4SOmqzsNQzVPTYNG2GYxKwxCOQSEcJAa6T2MfaaxtvjHuNku7n6d64eAQAfeK20mzecANbNpe/DtaPav9egSyXV4VMBRao0KDzqT6U/4yAoNorauLjkVlYT78QHOmOrLSvUvggrH7xst+PPR2Lt/yBoG81GwHcthIR3KbWk4jt0OijeVG1EBrnpU/FWblkaQUc14ClpruSvmv004Q28mE5y9F6nNrmjImB7lqMzT0iOL/QxERKX/4Bwl/oDwZo2S5mlhqFms+oPcsoOeI7mfN7aqraj9HRi9iFmk6DOosY+wkW52un4hxVn8t2O2dJR6X7e+JqDOumWkny088/utfAw9hte82A3BgIZZhbaM4b2D/R8pzVnEFdxLHzFjVNEhu54mDt/XgglgsuuUtJVkrtE/K7AxK8wQwyPQ9dg8eIkWj0gYm21CVB8SwADfUBdbER8SjAOXTw/3/I2NnT0mbWpUaMQcCARvp1TosxB/hQJ3CqjAcL9WF5+AbNKxJRXLkhdIQ7XV0GLzUPLXG5d6OR5WeFt3t9DeFJCCcc1RoqRrBguSoTEakaTk1saSGMkuPQqoSS7939D6zMhncGUQpKHsNMsvpjl/dsJYycms1QSha0QwQ1TQZMo2wpZqePueMNeNq4T8CUk6LhwbS3r1MwTRAXbBL33V198QSuOWQhbP2xzqyGCTnvLe5NGY3NIyu1Yl9ucnaiDdRggH6qitnL2hTyZKHBMRP6WO9OzAKofZu/WuJhSmz4E9W8QgybKMcSMZBYSbXRnoD6R6o75NaoFoMLOroAt/IBs7MTlhEpJbMg5052MubRKWZhFqUo3sddO2TqQITUX/bvObYHHzwj1KXI8KDU3n584QQswHgd6wU92UbpBrmuxvHQ5AqNN/UcSDoB+XW178tss8woTjN9IPMtZKiArPFHMWa2t4k1LQ/zdRkDTuD0L8A0z0ORJSsUzjgc/QSFYmrbjrXzhos2+TxV5LHDa8J//5IYMi8e+tKRjqRd4Xu2kRE2/o5tdvE9udjRkYPblmFI+EJIltMCo8747BFutQMKVh7+cExf0nSk/++Rp9ySExndFUGJJ5QTRkB72s2EQlunlSSLLqUgS8X3NjRBASjfOhU5EhG/nWrQHtoJajxMRCFCNFE1I0GpGV8+MMp86Ou44pf7lQb54jRiYj/10SVwmHEPi4vNE8YGGjAl18KQPEbtgUV9hlOkKO0b7gCwt6IvJW5EDqwVv93YjGzlB9rnIwx9/SNt26LZaQFI1Mvc2SEIfNLfTw0iJaZ1alNG34Mlxig4dDihVpRczoR4DPrVac4zXkvA5aWSRpmVQ0/ZqvWHt24K+3Bs1DV+/EUCFxOROpF1WQhAVdHhmlXA4jnTPfZjrzlpjOzKl7jKkBkhLh+XgZSEGHTlCw4Ht+YXl74UVvE21xwoDaiD54aAkyN7t554sBUmQrobrTANrrrzioxV1SFoEcwcKREuVbjA3u7yEheTVkGhpzYLrfQGF5yGKNrGspSXygYxADNuYq5TDTh+dM3Jtcw95MZ5sbu63JRrKo9gMuPedmJjn7qmXRPS8pHNl66OvqcU5CC5NA5nPlBDX1FFgfBgHn6lpP648IvUIr1EAJMACW73zXgZD0pb+JEIDmxwRGD+gyRdaljOY0a7JCX7VtO+xHu0WMxYa2KtTzJRtuHeBxzkZiZV7GDuIsWk5/el00FJAEFUUxAmrtqyWI7qESIAGHSjbj0Le/Zu8EFi7jZrYMPok/Ivw5IzFz31p3HDHZFD03sEK5dYFH4wBNQibXy2bGxZqdoSVM7yU/iNDKSOX2LLLDt2rxYdJ7fFySAlNwc1Cs9MO2bExyBsV42NwKM8GGVmXnQxP8+1c9hz4nrQDm9R0obaZ3g0MjjMkc9EiPqZx4tdtJfSlOZyTuvXHbRwMci3dDzhHdtTfpK+6Qy8GvUHOmMAhRd7OT2BnjLhzaZmEsCElts+U/6PhdYDL3vppo72uKf4uyZa3qjm2Vzm7rgmkRIGm6HOlOBehRZHk6P80CLOtw6PIWV1o2QYu6bvi8zaB1ezX3hypPCD5YToNkUOZS63r5aSGfv4I83R6bEfK8e1J/aWmkG0adD/8XIh2Kd1EpFSBYalFLLSE5KVf7wuHjm55xV+jk/W2QZG2ub0ghQQnD1YGoWlL+TJK9FYMDlAYlGPyWJIjmfKzkv4DuWZg5/jtpfTW/xzQWATjodLbAYIlaQcsXhZ7iYzOWFvwecw+BHPx9YX10znjSV/Tr4SIQB45kHCeUK5yiWBCU42txMtUUdg6nZ4+1GkqSaJh1hBWE3u/EoJgJ77nHmjUuLfNE006i0xAccvjRDg7ZgETMi6busZibjmx9GP5TVvlsXSGgGyqIQ5tdZZ7wOJO365XhfFF04YPf8g1OwTtgtJtWodtwr3BtRXJuQzsUlO3HnPr1KXwmqSpdDvrKiq9geSffE6lJOD4EJK7nKow5yPIeVAuFKqIX5zN0chCo5Pmc5QdXnzRzunuSR5IF+mgIYduqZsOZh6i5IaJjzv5+nu3diCulAU0bUm1pLl6U2KnoQcG8GWJtPyOOUS7QAvBvOsVTunCGKohtpGi75frOA7sPu11P0pXX36pnlqUjj/sxIXGlTtdHEAslttpbyCmhaUEoWtD8vBuQQrEgJh4vF7ErU+MDOt7vR9g8QaIjpspDb0rLKt9fB1F/Fz3C5iAfutYP563lCihWLcF2cFew7X6vj19zsgMlUiXncpXoEcTUndSqOQE1Fe3SF38DH+25qJb7iWOmhgZ0xQE4bPQS7PfWkx73LjiFoWZcc/+DDxwdT0ZPIAO53QtgIVBv/pXdv/hlm7FlgyQev6ZukCaEpuCBW+PuNJJn7/gK3tcKS0ZzarpdmuWWB+W0PrwarjJhROmy7fOVlyHCPcXql7AJDOpq7wWusjoXERNMgt9Sy5+F94PGsSnmGw6APvBBlrpI3F7XD54ILMJuPDfPGTaMytssTaWOQEfq65Te4TqbxHRm+qoHcAMHJ3A486FqhJ4IAJEea7DuXQtp0FE3WkqNN6rsEVAvQ4B1j/v5g4zGUIgmKslwoZH9oOQzfLuz73gdHP2OJDfeoeccZyKCHh4SF9YxAgWeljoKJqQDGUdmWwZvHmPo6ymQNYFiXbRyLj3oOkH/M6KmfYdPYHqtx2AHXXUjkIT6fAGPi6bK88bM1CiQtgBjDdJdE/gDSYK/q7khnSqNvq40qNjF1HCcC2HP4XdQoQOk2VT5Q/aN1pV7FjyT3gmdsrs86ZjCuuN3KOreYS9Du1SfCzp2/TIQBwKNUCEC71U4WZqxWChcHAHkchVexTf/XxFBUhdSQOiLVWl2jC1OmE05V64kbMtB4VqKDFT/Uceujy6e6wlHnBUE2Jx4M8NwXEiX8SvnZO2Bw5iVtf1oT3Yr/i1T+FHiwrctBOPCDwsPFekih3hCE12r7ZZaxVAoeu5NFSFtj/kBENtLI/HSDLKaE0vTQzvfwa3qRqurYTcjfSJDbqNYmD7NQW69VAgUeuqAI3okWTbaQO79cKgpzfGhaR/tmJpPpcfjeKlL+zxMb3WZH5CBT3RgeUFmJ3vPXFg6hHxf6FUoxGHrK9iKx9hnuvq4XQ2ruWD6Yvu4oLp9tJSfpO3QTQJ3JkkU5F3dexk7VAKopq3SXjgCXx2rEKeNrZo0rr5wXFuyDu3MFJm2l95ZfGHSB5VhKV7eer5tgqy50F25m/zdzp11P2Ccg+DvzkXFAgfYEhD4+3nYk4mXKzJsfQjrSpYjIKxdgCC2Jmj1lF7XxGRqweAoTBgAXZLJzhvd0umyoKEVZbZKzG82w7tFOk1TKZ2Iu3DSI3XyOxKVsaApZhff4KTh71XVLRHEHeFd78grJto0BVNQFo1g/kWdyPLWAWVRuI7PjKaK8BVgHgjxXVpBAV6mvpCz/IxdqC48pWf3TF+ceEAE1IXF5V6Bb8kcJTunpGJ5LHqhChzEPswCw9q/4cKDKUavETtsMSy+fSbcQNHMC3e2qAvz42mWejJPG72gScshDx7xqsd+nqh3YMe6DWrgREw88PRrt+Bb8unW/dSlDq4BzU4LIknYEevnxK26ZHPLYo9ea9CA3e3zC7/AJU1QxH3mRlA8zPjUlWwUIRz81W0yjP0VD0Dv1dxlAX7u426OpgDmcdTBaKiO2Td6BRHbg9Z0rPInUNjIs4bikM24Sca9wOefbI1dGqg3YAMUHBOpESxug3/4gY6b9Qn95+KUTkhhQEnUKsjvUOF5BOR8YOw77v1B0bB14W+2nAzRw22SWTdbGsCsVnefkQ4DyvQJuCafxZZSxwU3XE/1okCgbkdBenupFH6A2k/6MKV8X7NBEnWYhYA/tNOmh3M1K5CWS8z/OdkePzxAeJeMnWuYKPtsn4paFithz18OHaecvkYznnuNeg+MRN78pn+X0EOFTFHrpR0fGYYkCxsIQToyUYx5+xBuDv4LZdRA4oy35Tzr7hLlE1VzayPwoRLYFDqxUkVf7p/PsbYo6VCNIsnfwGI3hZGbJz/PNLjICkMBnPPQdLg8PLpzq+wZNITVBSTkWoQbjLDRgagp5IJeWUnPoSO9l6yZecrlIY25iOCuDwtVqhPODHFB6BqJV42f/szkJwsKgIN4xVWqxD0TDpL41y+SykUet78k1ZDhw+s7RK9YnNava78Su7DnA8ogbyJSAUEX1Gv29m1gvWSEmAXwM5as4wfQRXdhJ4F5d3uquErDj82JOVu/kHBgckZmxMn/nd1giA9zXK4ucTm87vceTRHaZSRvGqu3KtP/HKA1LGCndT12x3HvFdOpMYM1V9NKYp1cVf0hZjInMPruV5n7jbe7zY3DdJK+KIbBeS2Icm2l5UmyuD1CZGzLXLnwaNQON3MuFqFddYYA29HQZFLMFhvkdhCkwX6kI6ROxoKlAxkYyXngnuV6yAGRDZfkhq5hYtk0aM2JupzvZoGkMJSO8QSTL/8HlBFIIt8wFg56QKICxUgfA64Hq0kTZDsOwKVAoUWqcIUyJj/8PA5CCNBnjmkhXaDga2CzBts+p5ioN6ReE+sqzwwu9nFBp0s3TPcm4gU8MsNupW4ASD3VWUz24jIUi01zPJBa0JgWuVkAPsu+3rt9/MX/04ahU7S/xLJVFxevzow3MBnz1OCHSVExL1VhFFHjssWHxQ/Cu8ChBl8SUYMbTAD4PFHPTmwhO5WiXkFXPu8ZsC7z1rExiiNJ1p3poBGf+l8oAKwmm8Z80yixEitGAlK4QheYayW9MknyXbTklzaAB4822h++kAf9ei5ZiUTaJiHQC5gAj4trp0VDe99bwCjonVMAdU+0KIOzMMr62m1h7uB9SADJdyXuYoILNKV9GI9fta3BoNI3+Xa1FPPgQdAjt9Du0OwxrlZbio4GiOpthEKyuJWXen5PEn+3n6QakocW7ZSYK9XiqGjgecgxhLyfeqPfWMhIamgi4xuZyle3fnMBQLsSBByl8ORTo+RGQbfw3IL9yX9pFb9SPFXcVbOAxAV87XzLfl7RwPkIt3QNweV1LLkCRw9blBpUL90/77pq8KzlMq9pT9lfcCBWHPv/0DQvHsh6APLZAW7umWMeb2nL4WCUJhWUI8+QGdsIlJ54a7HngAqe4I7ySJeVPrCbwdG+5GE1e70vTySjmdHGFuxILrcl7Y9n2oX3rwzW0EFlO6pMtw0/d1Qpr6Gla/n5uX8LTH7tZSFud6U/lxs9xpfhniPyofanbPUE1kCNfFndv1Wn7fLYrxCM8/91JPBn7qwpO0dumRlYRQdQBE6tW3qOAKFJ0yoRHleJKLyycBmcHlG9RQ8mOFcvuwXFlsshlZSOlpvxTtlr4DHW1wbM6j1619mCBszPbi7exurDZDHAtB9HPSEcLs3tyry+tPXV4SdzjGxJcV41oK46mpvUKBc90s35LQ4B43rwMEC4Fg6OVZjMUqMBBcGP0GV4dGiIZptTxtCH6AHJEBKhy7PdxwaAkCAnV4Z2150WK90hSKQQPmmceJXV9UvdkUyxcDFlXaSJOuv5eOzCOGMmZVQdW/EzFmk4fwZY3dtNXUHDAApJbwM77spZuQJ/9OYQeim3R5M9l+FjAZLKFeAOtflwirYOfjK1fRHXDvfwJkACmWOvEg1EJFFzBu7iQx9W3ElMZJg48KE62P/C+AyTJFu0sMy4mgKPC0M1gAuQHwCli5VHrjD4Uw+e7MYxt2BTG+lqS98c5acz6wprxv26+HPyyY6peHFJQM6VTxG+KQpEMlFj7/jS0QwEiIsquFCml7+p2KEEwJnMXQuw2eTGUi0ugVGgX8l3GE0UcCxCFVQY/J6U14T2ngfrOaGzq+7AFGxKtVCPZvYPwfYSMjYf77MzkdjhXYfDfStENjOxL4h7LuHCuHStR949ErVRJ6FAo2NLZ+rmbqCW+3OA7UQlinHmfdttG6n36KvzDlKvtP/KxCV00HixdXdYn0WcC02MRk7VsDcYbcddD17hZviUIXBU+4liDun2R9WibWW/WuNJ9dkCmKgQTzK1Pub0nyW07J1pp1Q+ZCaPCuchpeZXvwGDxScCWGkH9W3QhFw9ezGe6gfXKnaI1Fkqh4KpFSBTPVIhM8lam1D3ST81BSM3jqSqgjt/t7Tuy6NlXskVqO18Rjdq9iz2QRjKOZG8nZc0xyZ96JkjyrPBsriFwIa9QSo01xSskYL6iJVm0WZLf2tB0rOxth2HlaAoV6tO4+4NvQduN9CmTjD5FbP7gxprKZCd3BgQdqvEVFhKXM6kJohKHMME+u7eOnlreGUKuIR08/eop37fVkkOTHNYU4Mk+xgSA6jyeJLnoIRCSuKLhwFgixZOVPP19bwHIR8IrSEkxwVrrp5g+uoiLb5TG8S2/oBJRNEHojSgslxu112TFqDD7hy0KX67fcmd2BwNfmq4eh0wvoENHyUBbzZR1+ZAF1jSEnt70wL5QnlHrQxJcNyYyDmXPRnZrX6p/AdXQvBgJhsJjYTZbPHFUyYKLMXIniQOWIW7I9hi/IspU9C7ZdMlC6b8bIucPy2MPRwTGh6dzHR8QYvsXyd2mSaYH5B+WEFahwQykTjvqOdWX9LMk3fqWAezRxy1v56JGcscCaMG91Ru7aFKHkioNv/qUfrlUG86xo2BdXa+2nT65vPbjZ6BhSRkQ/fduwNdKW4cPMjoXdD6hv7nrljg/TkiEwy+Ff/6n73eRJJ1C7CbRnvm7zov+BttcWM8fvsdnC1fiMZMx5AMZlsyn3Mjv49SB9cFXteLcH6arkr7EYSMhB/B6lA0BpoI9LmWnu4whfM2K/4fLY7KxRk4F5jY/gNOuMQGfV+fG8KD/RviaNXLBXZMNSjM54BehtnaGRAhiJBbP4cxo7Ukohy4zVzEvt5twy0AxIU8/nf2tdItwbeoVqtqGu5m4HAw3fFJebYv2YWwIci12ECVl4Flui5euul5zJFt3fIFpGxJAJaRsALIsXM5WoJYVzLRn5CwMJPMoL+4wsdXbumNpbJmML8GMokHKgfpRzlfX9+5lJpjaO9iqzk4z50FDYtLJT83mRB7Laneb2KefDoFa7dtLxUMsXu9yVleQGgYycCCXWqS8RTskaMe1rh9k5hUyCJpEETmvPzWlhtpQLpE94bCf6jeme5gEl+MpUJKnEgnveTqajBu96OBjBUE7QTu9C/ISIRyX//Kpjkc1w6wYQ+ZumiUzC9Zhv6OQuZeS3HZCGFrKF6YBA0sjrE0LgFUqgW5NJFEqpD2T4W1YWpPBF2PIGmUI0iVunKECqQiYHli+UT7yuA91CtN+dQobZhunXFIOWJyhlcUeukDwUK3oouivgrgJzXcH24a+cDFLwLAMsyjAHxD5xb1RRA5+uIkW4oPIbAzZhjCUqOxXmj/X/dv/S16idLxjmEJKqxBDXj4rZgWJaHLbpQ/762JMLa2RXgBfBUciAsrjZ1BH60AoGZ7Z/DzicZSLMt6SqdutJ6DahI7y75JT4+GO/Y3u/sQhe29bUSCVxTiGBMDVrTsdjQM2V79AK2S4E4VJUFMeYUzhs1X4bPiiNLyetZD2ISC0GIzLQ/tmCB/MD0YuN+Nzt/CqWFl34pG7JdZQ3sfHWHVtZ+t/NCHATeUKxWAaU91W+aN/AXZzNvZlTJQb6BGQg7ud2IprqO7RShpI+lL0dOwiXf6GW+7u0C2uvw1TNHflS7XwlrgME1CmGoueTMo20qP7TJb6aeGxeFJt1LtNeTDwG2h4RCvjfOt0OWr2UMEig5ruyNA/uMPS7yKf4hB+BXU8IliT7D9LSt53/amc2ZO5CFs6XQQy9KV3/NYVza/a8Us9nGY8ROYwmA+6BEkOMMK1YWpQASq2OPUTbbn0BLbTL9JdwKKbyzjsg0RDD178NfFchHFC3SLODWTUqR+a98sTNEmI1DCcctAfNvRVhKBJenYpqyi2ZpXyjrjt9WBh8i9MzPYRQgIRbZpw+m/O0881HlAmXqitzlZDaGoYdu9qxVEhxBfrt68UXexkgqrrwcAnhV5/X/xUYcoVIuoC3aRxFqujCk3ICJW1Nbwc9C1JYd4H48xK/0Q9LMNVvIEY7gnoOjoLdX2pmb6UrHOdZ/ApsfuUGyHiTypSkIGhq4/IuFVm7C3KvqvOS+/0rnirgJPvNllOkMO6uFhZc832zTFSPmJBuigD7lmp8losW7eWB3JV4riu7c1TyeUAvyIOB2h9hLBe/dRLAJhjM6g1nGajJZWrucgc02qhMXUr2HIxViKFESXjWELF6H55U/Ej/lIKVTjYsHAtwo6odl6wsdOQJJzEkZhea4eaOWyO1zenXRveKLmLvDDbV7ZzHe2B1oP+QdZhYfcqwLEvAjWJqzdrFfrZknKKJnUYaRPPJ1URAJlhG5fd3ZeiOJzTJmRv0FUTD+3pyq97QK4p1VZu7Ywmm49ExKZZtCcfUv+pwgq2j2L8F/ejXj+xolE8g+uf98+P/obBKVL4/+fy0glwZVbXyB8VxdqcO8c0KmqpLJVlPnuYJBcEt6u8EnuUomphEwsrplRzCuFyI5u3xwqYhlTKjv5Pf4okf62U9tI3emuieee1lgiadNKkfamSr19mcEpaJWNamp3lAIsnndTrkjaiqKwmrMxgM6hN/it1FH+utkCP8kvBP8y/W2/XVx64OThKW3GxNAV6fQO7ZUwf2u6LQMe/jN/mKwbDBPtuEcUGwawws6+gmQReIR76HbX8TMnJBsi0MVR8IULmRl4qavgbwvOuuyCgX0X7i72VBiNqysKLWxuzWI+Zh+e18pZSRQajqxe6o4EW35yKnfsr8uixaPGU2YFqUN0Kne6Ym9aYgudSRI00XWjAkBQYtWBh1gpwvi0j7dI/G8E063RayyXmC11Y7b/nKzDewFQlbTphfTs3UMQdil/y+NRPNC/8YIAy9t/wb7pWcyxWf8kQM7v1eSWMwu+/bGLmUfAkQ6DedPKyWEj7mbHCr3BSUg1Cnnn7TCbjGwlnRGE0gi/J0xubwgQcJzAvUr8og7mpy/qw0WPoxY81O9Hb2NpE+pZRx3L49XgcFVCdG20L1bB1XFNRO5az4ZL5aGr7kBNQ2WnfWXWdRLSREddOQXxhoMrcToujjSIMRusimClgm4f3WbQhYuwahMuUaCyo6igCp9CkWFRHfayeAcBXFOdjq0Svg3U7QPE8qYKYpMd9sMJpYt6pQstr5pfBJ/1SXDL7q0Btn9Vb+fHTsLzZOjxNBewq1RzWj1Xa02LleHbuzl+amh1/duMM14etazo+hROadsKEzj8+hPW1MAMSFnksj3iZ18dmXspR9dNTTeavyRqqcxpbHpKXoG0uG/pwBpUjJ+0acBH9QdCPeDkq6c8xlKwwLMtMFuHqAQ4t/ezsg9Ka7l9wPbBW8Q4GUYq2rXBOLAXL9V84rL9Obfk3M/IrLkodL2unQGE+zQtgDyzlLI4yag4DhWy0IGGEvXr1drv+6MdwKOeIAOxhF0RCrWvxF/WbO7J3yBAQST8c/9h+eAYk3Nk4s24IF/ifNkA6WNSiz7xvbl4PCs9odfuMChXNofrg295gmpn+/q3AHQXY8F7Si/xyKKYT8L7HWA4wRJ6XxGgJQgYk6FL8kxlc7w2s2kaVmv1lX8rOlvTiAqBPfdNPxzaypJR3ZHLchDhnulzQ4VAioRNBhWxCYHYoDYhcn0pLMrl9Q1ebSow5sVOBBEC+zc+TzW0fmD1S0XJN0KSQ0pJPD7zVj/KtRL2aT6pbMFtVNXy5BPcrEPzbZsTBTxFfplCqSfeHR5znzwOa+0VX2w/AAu2RopqZb3nvmPzPLE5u9c3dsCJk0B7tlZTJS7+sjy1r92Sbtr/+AOe0159UE5qnCg3OtW686xp2Oi2wJGxoraJvgcG1QYDBb0glXMHFpH+D9QWtZYqZSWr50E+kaEkD0CoJ+ov9kzyh+Fhsho/3sCVi6+yXLZCJWQuU6IrHmWzkp+BSLoftYA/LGIVBPg2auohgkYg7T/4TlfDyR5B24wTcEpvKdBfhFzAsU/ugSZQ0IXn6bgr+0KamOEeG0t4fFG4bJJ18wE1EJr1OG6acKpX3xIw/sruzO9E59JPRKURE8rAdOJUSEkpw1+QwiBtKAt38DVm8VbwEHS72ahdNZmAvA3PSUcjRKSF5JfJeWHJrLTwVPjLScHNW8A7NzAlg02S5Fz5X6FOj1QQmb2IBeUZt0Cy/6Ypuq+MjZf19WAJEtJbyJ59iC/nLknGkrjHQv2vYLBzmu8YJ8G+mok4rgM3hanFvbLeCKLg8y2zTXXwZ/i1Llifz9vxPw7dMjBsnrZmwkLH2YqPnBr20Ojiq6xUFK8uU2ktaxirvwMe9X3Ll1nSNCkTYUAi346GvrxJiUSInnJeDnFqUNHcme4Gfpks3nNuWzsvTY7NKS8ruka/GWg+CnrzHemW3gEPWKuHyK9OMEjFWjBi2+vpkeeaMH1eyVG1wC/qUzJQE6XXAkYTWR6Fta2Lyj62BXmNbZTLIijLMj1dgm11GnlqG1Z1pcYl9v2I69YlxLEt95ziLY02FyjfhIbK7mKtuDPJiA63RQFKXoPyLKBNf1UxRXQpE/tRM0Cjgvx/qxtGoH0ydS6x+/S09xNGyy2fs+4wQYuHNKYPUKQeUz7libc0rKHXcrfB0mqur6xQp3DF3rwwDWi2VCoRirzvTQvw6RiVItEgrX5Ln9n367FVgkAT80WSFz6OvcyA9UFKicezvm+yODp+28TYgrQ7/L4qZ8TBPT28YkJFuChLwtDVUiLpTFCEAk/uC2lJ2x58WfR7utlCNF8V/J/y4on1gaphTmXGACIdoqeRJqSpVyW6YvJPoJgQEX7cpA6vmeydh2+C67YLbLTzfw30quYUsVVzo00oSkmAcT89jHntTZCnn3Xn1ef0T8e5s9ulhrMV5Y6OuUIFz1pizezNpyxkf6sorAki5PKMm5uMvGm6dAzI7re3NVoOkqoenVpSYVAh/8ftJhZSJKAcPuL8geMS1LiIe+d5u+vn8nHUFPpfWSaXWZw2Hm/Dm1o0i7/tH0ZrZ52CjVJqqROh6O4borpTCufp30cFN8NeboKgZuHKvKypw4vPlgbI3lL8CkRu6XuZ7EqXWyC6l63rb4xUIaPPVK3TNf/QNbqlUfak4dbxYtSVapyNVzbF8a5ZwldtCuWl2DSQTIn/rGX+5bP1o0/q61EgXu0ToeVwkd9OqBgRxnvKTH2i+R6lKTtATwaHgwhZ9dJdP0KJH79hjLIecozurYnYpyWgY1tcDQW8q+HajJeK9+7DoFjvixwmJO2CXHlfl0fENFDswNJvk+ivMo6JDEBeqkiq0xczq7kXpanidNx7Q823/k/JtqumcRsOwS58AJuU7xSKRJSMrgp06yPE7IhKkd1gIHHCCjA/ETlwAhmkEvTsan17AuLQ7xiYGAfCPSMuOANEuZi47DQEGgLbLbjXLAjY+C2dPglVsyQo1T7AL/V0tQZgkNJzRszgNhH4J5Es1nM+dpMx2cX+eCQCQyCUp3x4lNERp2XVuwU0nfL2U6cEQ7rnhGy9NdKsPpDGFI84a1sDXSFhND+UN1WOOzkmlNlFv69PvWfzSu1SIlLdbF0eJBKvFDmnHPoW/wINprAJAaMVf7Yk+b/++3Do4O9M/FVNdslukq4t7IoEu2vSRXzWXFHZkr0rTIuUESXSLr0t15AI1R0rHv9B9BxdLOUPWgbnMVwcv22gbAcSptaMDTxwWIsPdQHzMtDiSx8PgPK2F073uIcy65yUYRKQFXUX9GLQvwmCfXgsKYqo1zw+d+oG8pSZSaB5p/HVwQdd62anOXHHf8ZFJvv9i+qmAeI5i3T7uEWJks7cM5p3hfOcVKxqmiZrheOCvGnirUm2ktIgtf7foFGdziUbCBYRCrBAZshQh76KB0Oj2tFX9wKWZNPhZKlP/JGVRV6JjRaUHsFd1UVGHn+l4TB2f/nFENOPNrk5g1QPWUDb7vP8QTjoZTOloVlgCXR6BZ3NC0SqexLoQCNA/fRrpapgzFGwT0ALqDToSsGBDkUPyxspacOxxR/5n9OG1x4y4TN5qMYaK2XulYmXkKlgoGsO9/AjLM46aN72eFRa14tOGe+f8HxnHzifpcaehvnv1rp0CJogy4UWpsNiuPwk7akVzKxiw410O6nIsMg+HbydpKeJtXmym7pAjiPZ1H/iZsOlyD+CsUwhSbq/tI6dPJ8FL0hF6iW+TpS5BQExVT8PPjGHk7VWBgPA7jXoHmOleBn1/xV93P8FicdDKSsHoQV7Au4nHdJ5Ng9DBdOyAqTaiiJDf3D9z+Fp5tQm6k/1+6huogG7+Ue4tFm6zHJOEAgrVJK2ftwAgH0eFwODyt67Rt7na1rrq2CrXAWk311X6eK7nujDm+73VpflJCbF9uEfo7ra2gnn8j23qZx9mBbStUbz3HI745YMVdEKLkgkWhg8N4bsvRWLMy/RPC04ob165OGLacBSMGO8J7rZAzMP0AiKpyod8J6E5e58KKyzLoISIIZvSaVeHQ0Fejg8cAzLzlmflAoalp9U7CNvPaTVdWnwG0OtKkt5ZGuFyzhhn+2c/1jwKobztKor8QzdZGVnyY6+F3lPzEvu411HR1Vmd9m0AM6wqzZMKI90gvgEnjnjzWey/CxIx/JIVZYHSJe+QRO/ZKdOJ9auyYIdscMohcQJWQPFe1cw5JRQDYvq+XuRm6WGliZjHfUXiNnoOrDU2y2KvXxGjleaNGaMgysecTIrqDSBZN7B1paw553krAJfqgewgG0/O/Mjv20QIBueRc/IawmpD5E2wpyNHSXmAWb5nzWLiNLZaYDUOtZpotkwH4pIJH0SndL5ykwugHRsIcW3vnBld4rZtV/6XZlFDhbn7u08Z+VXRoK4k4z+DiX8mjfrL35g/81bKDsBxaZwB00Clcig73NyKCdgCw4WIX6YaJxEi2c2q463nyLVwnVzhVbqaO7+cG2B4bOMRlwgOPQlrlwXLNlp+C6Oj5g7/FtzNl0gEl3WkRggc6IOvbEYQ0ElwECpidsBeITnQeuKiMBNU2+jUr1VGhgogQRZyQ1SPVbYlU8Q4fQ8tC84gcGfVZx7WHVPvCr+F0yZOD1EIHI52/m8ceT7BpvwuhnlIHwsLyPKRH0V9qqbtRppEcXp78XHAMXuoLlh7K16StDEosLV9qqxUjwdLe8x/BV7LhC0x49bppAe3GnHaaw1Ft3/M0NJFh56WBa4lhxMo5EWSBASI+Rh74Rq4oE6QGBT18Xz/BL/dAV5EZoT5wm2BccJyGfTSwckJW5NJS3Hys6ZrgkfcKsIG9tHNuNiRCtFNFWRLVxVs9jpPDL/x7jwMrHqO9AudPGz5uVNNtuKDOIQOp2Witz/sDCVk0uMWHRTaJx/RFmVX0i8eHpppHv9PZ54PXx2sLxGWUR2hK71zwcaYD8uTpJghvdf5y2dHxAbMDNJjQ/5SnbqIPZLHozmyzEi6pkA92fujhmg/1Cal6ZMzluNzLczP5D6xTLAe5tz+f5YXJm+5QNSnaZ6zDfwx76eIAkoj+4hDoaxdC+rnJ87XNsIfsL0vFLHfREcoodphlQq7+KHvljcgx2rrm4WbaRuiS4GiUCiSwe9PwfK1ozy9LfYbCmVOdpcHcZPpw9B9ifD+ihfLNb9AtBpvwk5OsI8Xju3Jel8oXyKockshetyDqeewIKd9dUtfFDggmMYaZUBx8bHAjTwZGYar/j45oWHMUXc8Asu7HBYn250PwOig/8aEg1ZzTO6KIFbxwy5AW4H6d4Neo1/IbIxt04UdSNlJB4XcQCFnzQvbiRtYkgbZrizWGJhtOhySwuMjJaZGUKjwGJZMSv5w+s/oFX27lSh/EfU2hL+RYanFyzlKOouHeZxaxtTkFVO9C/o4PMIyUMYTrow2lSYWR49NFK2CfA1SWDMGmaJymjFuSm34jZDb29ti5EgOEfSBfoXcfZihVzUwT5quZrVM6ruNgyBoIAAFYE3085+ACwXiBd/e6nK+WP/UKGcqyFfymm2cLl4DS2WX6BsD5Xt+pjV8zKI4OQI69T2tTT4dEn8brH1TEySsCe4XE72kPJLh0dNZKkeD5KOjCIYRlU5YgQ6afi64d3G4wpKskObAE93vNxFupnGQT6/ikVu6A3nSOYcw5al0xPTruXpzPsMOLyfzDO4RHPkMLiyyY/lkjjiFQqL/CZWfttTbooAhgJevmBuKxvur4SaKXwcSXLkUtBvzTiIrBbWrGXNbbTVpoeMYjm8d3eJi6Q75IqetOo+C1Pvv/Mjr4mk31J8WimZOlje8K2Us46/J1PhDUJHAP2faijen+VGJN4irb1oLSzMFbQhMafDOOW8qRbKEhb+W/oXmhBheJ6RR3cLMxO/mDtRyQGM0C7o0Pc7v2pt1BQ340ZiVKPEfMUZVqQlQhla4ysH+xp11VC23/aX+NvIs3Pg+vCOUK1XITvewG3L49RBKjbwqCodB3KSYOV4A8ImMxBrjhrUrTuzNvK3+uL8EjJSQgaV6uZd+qHM1tzy5Q+VMYF6M9MU27M2cBiOkNAfUPmelMNb6b6sBhNeg19QE6dgWuUBQVg8Bk8KmvPPqJ9e1OPKqQkxA12ZbuRmV5uAz63JqKSWmkb/TgQnQMSPYTrTRPpLV1ajQK65JRYhjDmn9ax5fKkfhRDfyqZ3+2FGD1vcx4cIl+u7w/Y1o1gwag3kr8gv5seRHFDtqkxXFp7vQ0ku/TLAmQCN35xdcpef0hv9zszYjGM+0N0QB3ywEv7C6WjSpSEiUVhxues1xMv1btZZKaY3lrXfvoMb1YAJMVY06Dbxg4skOT9g1VZG+cCDZsVe8NFUooaHEzFJqgo51PiLNH2AehT0wNL6nCI4i6gnSVgf2q1K1+xXXeFXSe1lrzz75vn123UOmsqbqv4RRt2s0HsEVM68ULB7bVtbktCFQVxdC4c5G5MVfn5rpC37czLwDsE5QnePSsG12to06eVwsNk2kerpIyKBMTOrp12D74i7M3XoqUE14emDiz1nf0N7ZhjaT7acUH9p1VU2xxRdKFzg3P0EIDQyeINMkPGfgHwqdhY4/EJUZobRjwIRtI77Jzqwq7CLESKxIRcJfZeQqe2wTo/vhqlxlKzHaY+P0bGHs/3fEekFWzcGmO67UdE+Fmg5j7rHwRxlDZwLsuqW8SciMoFxGdqaU0PWSugyM7wIO5MUMuoJTmdlAWA6AqOXnazP+sly2dQI2hDt0SUxk/IWQavHzXzzdxDirs3ZQVd7UfUlQQqG192igjqu2TP7e4buPDsuT0jcs+XWX+p2pbXm3JceYIlQ6rHjiyF9FjwcizdAQqw24sH4H/MraCVMlrXUV8xH2988ev3+tDZrPvP0nGDuf1HYRtSdAxZKpa8/KTKwgjW01+cTwL7Q2eQj09pPu5C5VJ5RC8Bt9QYCqv+j7jIMEYaPHdA1PQkUZlbFEbI4/WgmzHAOW9fCITFoUPsjNPc6Q9unQV8HREkgDNCd19S3iOKwKkBd4zopCvzdEudbizfum7hT3lB1Gr1KKBcXTj4jUMJT2C7zl1Ih5fMByhC//pnVZ9IcRcZB9zFqof2XmvFfdoWMMJFniy2pxI/zriCNEkbm4qS7GJoDeRq5BrXCaqgD1/z6y9UX1ATiwDbto87mBK9/+LaewiP7bDhEB5QpjfUksINSAl952E6zKhe6hq3HleiItU9Uu0x/Ewwp+0uHYBRfM0x4avR6Rf9Q6aOfr7CioGIRYqpWrAYJ1Xc5LyJkZtSIqeauZ0Fu5Kh/3Jh0QO+2X/Rq63Clab+EK0qXSMnswmKpbCGXAoNddoc7ndHJkpkyeDpnN7BG6VfE9hpQRIBGnhqlPKkZm69JUIMk0zV8qEhZCqP9VO3iDMg+lQoYOCQ6yp6tzXVFQZKWrBj3CNRd1a9Hc2HkVo1b+2UvpICDEwL7O06qtHrXPEI0mooIuxhT+iw/TLFZvYN/JQE8uwUeSYSXDzPsm2TUzArL+NJD1/JDdjP1oZzoQD7GVgZR7/JkgtHM8H9rFrXQoWDqmo4TkY7k+gC6wMhzv62tFQSKutu4nBp7LjOYnaVU9FHkT9P5D6D4rCwAn2BlWDYaS8PMfVyMrTTtk05NA1M3Qf7+SJ9VkP7g0+xRxxtVaBYXjw6y2/8BENg5kHxXcz92A9WonahIVQWFiIi1meBwuScINesjUHOwo7DSYpVtPiKAzHDxmMR2rVLHqoGnBO5u2ZPq859pWnXEXhdYWSQa+Qs6e6O5BLGIKP4KCgqUq2QuT4+A6vQuBJgtZvxLYxrwRDlgGJC4VmGFF1Yxa/b1h5MyZ8qauDGrT5an4EJycYPPoN/lJSE+a9Rcvq96YlYpEAe4rhBktlL1MuZw5CtaKfU4mftUz0au0joSU+XaCU/jzysBm89gwiu6zi5vbOobZfKwQThy6eP7cDCEP7jaeamgAz4UG1PcfZENbkRVEnrcFz12Ex2skZ52i4Sdmlqj8cStbiukketch+ffNethj6UBIq2cPoFn3YS+ZxFOywb7HGrkZDqH5v7ya73NhIxUcah2k8qD1NJUEv4cqIRF54eQBM1yVTZOpvPU8hFjBlvicig0B4QbXJ7BZrXf7UKpMNcOxsHE+zKJdwDe+PaoWFXg1fd7cSjkAHuVetoVtHxjuCAeRoapY64JMSDyVxxUZxKN9dtm5NQj5d9tGJ1nQQSSBI+00j/LrH+8sPQiGdqZP1ne9glgibdzZQC3pBeIq0PKtkvogtBfcsgUbILhZ2T1OTncF+AujA9Ikyhe7HJMiraOnalFeBp53lLLAQvJOsSFX+e8wA+hTG4WpsKaVzuPNQspTGAySGWZJs5KpRcXLqSOMCH8Pzz7StreBU96wzyicEzkfo5PhA+ssXNqaIeYXlbxwI2ei+UfIKyzhzYsurBnQu5s3ymaINB4AWnh7YqEvcwA1ayc2W04ts/BGG2iuUi+nGKcRhrGy7+dxke5DuLeL+ZXY2/bDwa4MqotnlJD2UVj1A57Gb39whOvQ+D29gG+DN29zwUjtVQ16kVgAwgISrgiAuEUwnvtU1OduFNWWUQ27MdC7x4NwYkntyvOnkHjHBW35yfijKMVJFoF4XI0+DQuc8nzBJFrFso+N7oIaFAC1Qam8U1Xq15sv5iAKTMR+Uvet0khxB0rxHkHWar1ix4MwJBjvstX0QqXhLSApUZqhtId2LntJ19QXlcv7IoxyhX4Hhmz0+Tbk1Tt68ZJKGfHGmmyJwH/z/KkEoYZ3424eNDeLabBeMhGUCzfvd7DgHavNYejyqepGgkgqCV5BYhwORSyM8x9VEtzIlnxNW2Fd21PDUPEsc8VvMKus/980OFb2u+rz44COrA4AmqKU0J3E5EgYHwcYMlvX+yC5UE6bNltFtNr7QzYPHR1kMa07kPeX13t8+TGSWHztdBVjfFhXBSbA50wGOfgiB3mED9It+Nv4E7qWnPOtHaZEAbslHFtXzmnDSzq1AZseYz2LvTG3gx56DPNrYrMOmg2BJz0JtyZsy5unyEf55nxbij0aLRsN8jfGZztLpUyXsgdt/ow9GpnfhK0hLTIcEvsIMsGE4lwuVlIDif1oJq9d9/8vzzF9QvPxKDiudI2CbVF2MwToICMOU12J6afw17x7qu/T6xhUfXmDhYpcE7XRaWqZPskYQEDC9HkukB7zviZmUSbU4yk4pWSM37fwHEdPGxc+Uuj4elBvxRdkkBXt1n3ZB3N9FScrylFpWu6RllZI+BbUfIh3P7S/kMgkV6hC+uKKzwOpd2Oh8BFeiiByJJ9SsyQ1VqIBazcUXvYVGfaviCrTxeX74bgGS1jPkbM8zW26Kgbb61Som6jGfrz/YFyu67qBfsmZELc9b5Agyzfu5kIrwlAuO7Lv+mAIRWUvWlCwK/hBnNO3Y66L8PE5MngpLeRIz85cycaz5/kMpRgRn2PF4uEbtPKVGyv6TOiWuotk3IocuchWkXOhA9bFdir1o24SgKHQRwTHQDqm3ffodUwpmePreIce3DvBv8BLRvaxcZrO3XCiZm4CAIAxH0vPITbE0sg2qJIZaSppfxw5UKub2e+6qV9yCrxE7hdKbbb3/gRKc0gx3jatHKeAhKuEjK7zrt5p+Ta96Cm6xMYI9Fv3HpLsjuJWOsy5LvBzsUqJ8ZFao72iqigfwEFv0UHL4+xTILTOfcRsF+xuzlzjRFvCrW3W4sIOwcgTPUgisLjZqYKedg7eXgD4J1zpfKKgPTTMk8Ewpc0MD6HZCodyYig34VKx9db//4oLwTxozY0c/MFmWBBqNpX/dQagaSNtHM+yxnyfahTgo1toLeL8CpY7hHZefGv2ZGzIvOGvKDxzhMaI6jCWwqtdsS9SFSyIAg63TatSFmlr2HUcYsDCUV0g5JvdJKr6tgy0uK2LFp2jsjwfT/g+1/zzust5KqWy0tLS9CPN9mvBOdSGWOiNOi44VPYrjJZLH6TWI/KRgASf0WvvCZ6e0I8CSmZP9+1wYDdFPYnc5q0lqcJUKX5o75myZObh9WguCWVE2zOorwiuUdsDBJmD9LNqtrXybTDAx6dJItT7NQ+wR8/jG3AeQzLuM4Ukon388Wj3M6/bEn6lmZVI2K7EUXFKJCEGb9lfUedjSSlcVRYDk/31eJqs4KxTs4QDK5SBEpqfjZysJ3gRJDPS3h1urvMN4oINGGa6EZuF1RH+A3SRwAx+c2Bh91ZbQgcWeIAI3wbJdgB1JQQee/LiroE62vpSz72N0FppRPllwix/qpa3N9JvDmMZW6IPbosRcGy32ijXdt2kKd/4tOHSr1abj3enm+2+bCj/IPPFDTESM1kgHiInJB9l1yWKWzMGoksZD32el+WFxDvc6LG20JB2tFjW4yHnCfMBDxse11EZsxjbc7s0fzIzJjpYBvJxz+605417LIptzb62ElvqXlgIrLIVPrgE2K4UGluiNjqLJcqUOCHAbva4jzkSiZsjkbWDqSg2DfimNQ6oyjyBjQZp9DgEq9qQyupVl7pxMNwPOcGhCN3+Fhn/4ZzFbr4rACjGRWmY9aQVtxk60tPNTmiFhPlw8cb7M8OiYtCLY7Wv1+sC6PPEGZR1cr99ZFy9AlA0vBPFu2InI/rs1TZjy5mtS1pxNelct7iLxgf1G+ApqzfFaTbxV3gD55IsJjkRD401xWQ3h9oYUCwfQ0S8rQNXIXI17C9uyDlHtJfBEmwwoi0p7MkTp4Xz0f1Utv7wKSH1/Mi/yU2NDpkc7PsgstPpyWZ0wgntr+Cf+hYon1VAOJYxEH8MjipLMCViCHiGWLpZc8PPCnmnFbb6933qEB2n7L9RLYRM3AN96j9rfleMBvTYnggTdSxn6qSVguQZaf/djQ14xOqjh1sJdIprLcuMPz5pSvuLw1ER7ikIB1wxqtqHXrZVpT3c9HjtiNMJdJiVbhVc9tHT9tQHnJUg7yvp/a3xLRmF1Pa8au3nSwSko1ZTM8PeQnWKMGLF9f3rCjU9N4Rrd6YRQ+5eLAuwAzZg0vo+AZ9a7bAad8Y6r9pgoV0LO1RqegLdhJfLE9UdvgLd7QFVBvZEvaUK8RRFVnEKnqMVdrCS/XeQs4z+0vO+9RSPwhIV0xcXJeWFlAD1xARW9RmM1BVsKo2NVHMbL8Jc9nt75sUJly+gsilp/ZuPzcm2GZFMocSQzhydeRzKgsN2nG6zWZvDorcUrsLZsYMuHmp/Ppw3ZuEVr2DfU56Or+28fTmsNvZIcD5nj2T6qtxkbvXhg+KLH4V6UJYlTwT4fvcC4Lk6jJKoL+zEvWBXvbULCHu7/DgtfXjiGY5/p7gYscIkAXW9Mb0VjZicQgtEAyKEIJa2GxJ00g6iHtQXbb37a/qukMTE9orZjrCd6bqCs+2L4ExNYKchARn4rIwyEkNGPAi/X4sKjqshLRJYc2elM0mZ3RLj+6cMvNQ3rs6avax5qd0+Q3qvM1IFqsN8t8yb0KWx35HkqSBMJdzIiOYK95pP/8RsmDhNA5HtUJ0jeLPkzHUKOOK/lUe25y2QVw+QdZn78N0JrYELrsNJ+1nBGoSrEeB1GBp3/cUlX8/SbeoVijiz2IclhJKuWE/Zul+6ECjsf/YQF+wcehLHGkaJuWDGc/dDcPPX/YouamsDiDjKt4ozQ8Q4VkhpH3vBe2ELi3/iEjGxwpoHtBuRtw2KCLIlOtO5bhYERDZ4t5zcyRJGv03+Nt9KGT+FkJTPfZJr8//0vmoRMQdI0q3+ML8so3b7ZJk9vA+gt5afIwrgU20U4Gj62Hu68eV2UUE0I7qFSehDys9Utvnx42bzfLbrkgKHn3ZjaFSCsWkecalM+Ee4iiWxe8/b0qhe/JbfFXHMvcP24uk99MlT0G0DEOP5Y5C0hzxO4dY70QH7xw2rmB4qFfu703mcBtAsIdfDD/pk6U6DT9n2+X155ttyYxYRDh/DpZsqW5O0HAu29e5LRO22zbLPKIURhWs1ULJ0s4bLKrnZy1m607q0DXcLLyTG3b2rFdwtwAiqTCjOUw5pGUXwUOJm7yZ1/kxqPAtdCdnPdGkPPUh3w6zkL52fEHGQSp0mzHagycjZFo5812noZTxq2TZBK6o9PN+KaUYQOWi0dUd0o+lV42Kb94raA/vnvR/Bq5MXgYaeOxFOY8S6RFUehYmwepk/pLh+bF1rKH/XpxzF5xRd+gDNpalWuIg/Q9Z1hn7pQx87HNMrZ7Gy2sUyiU+iv68ILkOk/ItNrGvPYyzAhdLyX8anzSTXko1mel6KQdkUE6vvoSpLLshomy9hRuGQnUn+Pi8/i4PBcsmLLEhqFRZyGZcWa73hyIIIhojjB6KsZVG7cAHblJTdi0w3ZX5WrK63M7CnkUCunQBdE/L25PGNJNwFvjkeWnHDs+FOk6TOSEM/tF2GXituMgE5R+zCS6w1Gj3TRgJqQzG9PqWedNPLF3nTS/9Uo7oKlVau8lhOKDv0HrvVcMvDVVKgQZUUs3hYExpyCBrJ3/B3ptck5eCnZ4SRY805ibQg/T9ijd+/i349BEDiTIaDqRwStnFgr3CeSh5OGdqMDC85452DIso1gSC5qHqCNJIEzDUchkkV/tMcCfbqaB9nNI+RZonA1JKcBsjWdAlm6Nm80kfbrHjQLWqtzaivMFdrG1WGEJsNisFSaJXhEg9Tr9iJgLrBuEQNXlE/zi2qDjJn2tP2j0kn6YGAjUjsln86HXUTeiBqGgVF3fjOAnOeXrPWb/vBF7aWklJ0g3Y/Svyre34U3KSBM+TPbpbph4Jrdv9SCBg8yMgwoqpuyRgDKCmi/9l8Fvf4L2ePiWlKt1dQX4cR5hmbaw0b61mX6+SNKSHSGLbMiqgy7WLV2bbi/xRlx8EpLwqEdFWXgwFY7hWinw6WwH2WpA1VvAq+ENfKou2W6aAgSk9PiKuNncqFUat1c60NoI1dtJwDjpqhV/JW//C1A+vyU4Z1r3t58/w5P5YOUghQnVvmjVdCdMpQjOJ/8wlsqm1OpSxLrJRh9zfM2ImGt/nQCkYYxCYQiyDeKqzM57X7cnm+Wxov3yzLg4rqgfnwBCtjo8NTEhx+j217JhS1KYTUmWDXjHNWu+EneqTbENgJaGYYUAyF+h1EKHeUJWO+SGk+XJhW7szhr6XKzkzfF8q8l+tq+Kw3jwcTWxFgJ2yea1YEZfqQixTTMdaVT8/CZyeypOtiQsRT3ARa2iunxCz+R2+KuPKU2+HsLAId4LHUIROi/hOzR5eW5u1r/aNzj+eIafOTg7/iQ3lWXBJhfJKEoEHueg2AeSxW6VDc/k12uATDc2pXexI9DrcsKFO27qm7T1OrwK7oEE/575EV5Qj5nUAWvV/LzxXZXVlNrdcGJL2Ez/t5xlPz2nhBRqImb5CixSqLxSy77fYwTAd+wzlyCOI6AGpfVoRKZ9xwncm1uExeAAXW11Iuvmt3mWEp6wbe9LhEJTwA38yCH7SHWLgO3Oepn9KOuLToW5v2Ld1rfdMBPXaEuxVPGqngq0hwL0zubcsDJKr7P9E9rVxlo+F7keHxEi/2cBx4Lkpm8A1x8EBWMQtwjVNxziBI7nyil2+UBPAmoEnhwZx2IQMH09AOIbxFAmeWpiF6gIEx48fnzrc7ru3zRnwp5zyzyYhjL8blhKENB2/oDh+adOSJHh7RbvplOkc71pcYWWHixqphFa4q/Cr2SD+jzJrUzRJ9AS/tFGgwbTCfbu66ERz8lyTaALLrdvhAI4cScAdSiePJXlidgvRsytLgfNTKmc/SH75o/1g0Ru+Z8z3wzXwuxqlOLp56dcn3KIsHXJH9fIca1/QUQYhynOB4OMb61ZcbKwS0DOpDM0iJnBdSto4pQW1Q2h1xvlnZ2rgc8dkKeARDVwrSW9kkXDxM3GTSpr1SazvdZtM5sZo/YjJK0FFNroMTIeioBUz8c3Kg4bWlVBnQb/NWc8urHgZYi7wfJ5LeFOoSZ87Xk4rDPEXfWK9jGevL5QsUu4O2CG0bGx6JJj6XR7U90zqibCj8qW6y6IIxNvoRT4DfVwo4d8ANS/gcB98oYL9t4shGrQS1pbAXuYoZ1TSCaFoBoaWyFxjZ95h3TdXg0GSBy/W9A8Shp2RaWPsX8WD+WRfMkWeMxxf7EGsUZqx5ktbaZZU8e4nV/E3hNu+GnLRBJBU0idcNRdVp+BQTRWzP5IDIMVVx8rDGcJSu7ocSNYOuXvwe1B+Tho5t/Rw9unvAYrWUyCHlIzdjmLW1m/1zwNg8A/GKBevhxNmwWApZXTLQLPRhkvE1WMcIR19C5WRX0L7xVNhE5MoQJflxcEgbK+tBiUqOOYJg9KGnV1Zr+K63pdRTePhDtk8yPhiHoR4kq9mfgpn4GSJJF/V4Xzdrs8Qo7Rzes+6bAREX+m0VqgQnN7mqO8NthlqRWT/KusR9SbH3iz1WyLLx8uSCWSnoP4y2KKZC0pVSVXqOKHwm2UeUeyYxn6mCtPf/2nxtJ/6TK0TTeaIyxUJkkqkMBbFVMn3lM7ug/ubxt/YcA6ay5mjhTrPqR6a3kty3VZ1Ey6DU+FiYANfcxuU9+zwvdUC5zpA9wP8QaV9D8paP7JXKjIRnE4WVY4OTzooaKmAnXllMNgM2n7tQaclhALUlm9Y0yuWYWC2QdVynelfK5Z66SzOY3DdhnYHkccJmC1B76D4hV6CG21FyB0/soF6ymE/xs59XFl2qwO9zkvaHzOeOk+RtaIdIvXjR6IijBNi9IEJV7B1Ye9FqdFyEpqhzxwv5erMc3Ckkvn9B6Hfd0xSYsBoJoVQ1OuxFiE9SR4sNyOJRMelTLDa32Soj2mHWdTqvndHK5ZcdjjB4zZvMJTizhzOT1vOOlpytygVj0SF1zNerXeRv2XPDEn0GCrIBNxLDk4iQZESq+Fxvai1GXPT9TLPEXAEgFsYDRtl0uQVlMaDai5Emm9Zw237htiwRQFNWyAnYXkzZ0fsv0A4Oz6F+ueGWQWP3TwHpNaP7MF5vo3w7felmVSK1pxbeWN3YEiC+ZtXJtLpAGmkXKi1neSYW012bcyGgCu6Ym787c5oR0Wx6uTEZG2U24KJxSTH3bVxir8EpfYEIZ9lyy/fQWogz9f745GduYVAcb8BN6hThn955PlPPwMgH+OmrH/YqjMyWy84OedYe2K61evRwV9kqxmw89e8heR1nFaSzF3QIL0LMBp/IY8jdKyaTeMirlYMZ95qBzBIJU4TjZHXAvBTDvscZ79Mycm0gtcWuGO4BuHpQ4ocwqovQEF6S+W6vwSNiA2eKH78egQn3cQc9+F5gSe9EgR7pvaMVVUVmzRFeRbu6RlzNxT+3jelG3VQDQkNnXWtmp3ig9ZkSobERKhD7b2CHhDYRRFYY8BXRLVrFXI1YjOMqstzVRF2LkRSAQgyuy2kQPvLDRwq/5vsIsLeAOEDOUbXzeQY2Qaxw5IuEkXa6oc88PIwcrkjazpLb5LNHqWesrrDQ6k8zoG2xDPfvibdw569IV8NrUSTCgb76uS/otz+1JPwU1ChyYHt+Gy4dMx9RgLTzUvb2Fc6CdP452uQze8900WykXlFs8mAXkS41ysy5sOjVXqHINtlUPedDT9tFgxEu46/9uAZCAMrz2/VfpAqpHWh+yJW8HnulX42Nd3/eAf+KH51MjAycC+yWdR/kJ310hZYh+9wQYn18ESxtz5hN92Sjp91PL448roTpSNj/hIzyHj69xkug6zGCuOggfxZgrnNAqubtR9XsEUCAQuXqUm3G7d2ELmMpXjhIcXEyt3mv8Tah0mcEEzTVF/wGV9jfpfO0dp/NShBCwIMXM8E3dCdTYyTldl+tb1myMrTZKtt8rqYCzkk7ZyT9fU/VEgIJqSUMx1+IOm5dRmleQltyOs5rM/PDsWPMFu281mijl3hOuzfzFO7srHx+RrrwLhrgDDaz7V7j7pBmI+f10DoF7jzNFGOETlYm7BASVUNa+JwNZa1EWwuj92TUl09/G0LV6Weqhvv+/cZrKUXYMjBnI3MbKw9zzsKpAPyvRQ1jWlLbPmd/kWm4Rrs7x5rgfZlv0Fa3eArrdc9NQgxtuEVSdIq5f50oYQte7741bQ8WecUGA5XJ8bKR11yS1oqQsO2dlxIKeClCCZcr5sfHDJzfpSnUemz3bgy230/6fyAbgrAFn4n3ZDCj7YSwzMK8EFdOmveQ2CL95Q8zEU4SmAN2C3C9+6WupqoObCm8uyo1T3Hj5ZGdeAPAKHPm8zVFNbKcZ2NRuqRmkE5b/Q/oGMLbBlBY/+gr+MfaFcdOV8oGIzgzbuHx2sxaC5T8FgalJd/dcYeHgEe0Oqzib+KJ1ngkEsivnS25bgy2rCjknohPToWKjRVwSLkwYRDtHeIFMh2tRwd+pWWx6s8gfIn47eH/SkDgnVOCjNFqXYo+RYE3PxGCahJ8IyrQT1vk0oxRxgHnN5Vbt6cH4KvmqcQbJfg7HKFd522diBt4lJeXjCBxGDH+tSNe5puhtKm7rFqFhi732xGt5M42EEMyCvUX2vznPV0qUqsUyeSTdvfw/w2XY2olw+miUkwmzSd8AUnPG8F7LzZnLjzRbtF6+/xLYVdVknKCjNp+sYliw0JiBK5/MDbALTUCF5nks5i9yR3xQO7Ha102HjpvTo68ULlgwXQcZVo3lIJi0T4K6j5vyFJjxUvdGf8GJawH3YEIORhgc2VjCR1tB+0/Jce9OPeHDPbDjc9hLsukZxSUlxO2fl5lqKm8mc1m9qhf3tn1zJKae9mIQm5ehIye38FtXDBXm5DvOO3/n6W5wIHvCKZKlOxpcOhe1OidQEHH8XCyHT4FxSJkR7QeWtBZbWUt+ueCvpdQtmt38/B287jBs1qSbK1HXUujDj3cjmFw17bqCprxSaNhLipausbmcrpkNhuQ3uQXI1jg3XteTI9TVUr+5pIRd3lvKG+vzJq0QghLcDWHxasXtghvZy2O7eAMzaQB2yg4zGGfrvtdAmw6EVenClboYdYxhrL/lmBu0de8ll7LRBQ3XCO86ShPiHXpnZNIfM1rouIAgitj6WTKWqhWpOhcedqK1S8VQkdGKjpVTrhirpZrfWLxgIrlBksxgt43hKVF7uoYFrfm96/4ccUh4wyfgIFNId2lNQweCb7rq4kkN4xwHSYdz4V3H+3O6oSS3ZnLiqF7fcilAJUxmUpORzGfzm68D89FmcGLlx2ec3ZbpQgyEgn8tn9myDROkfqwcOLqQ/GzO/7iBjOw9gG3MxKZdo2t8/tKqQ7KQY5SDv3dGvBP+YQhB854GCIxlxmghic688fKFhH132RA+7bPBzrDgEdXt7+Y07BnuxapumUpqsTXQEfjhoW16DZVg7FoxY5hgzz4lSV4nyQeu6rm4RzNyEPIg1oG/f1ms3CwLlTsOSmE94X90mC0DqBNZ5c8xXRuf2E/FUNlVf73ZJ1jMrDqa9Gewuur763OusBW+eMh+DdwRjiw4hKRJM326JJmKlCA47c5RlkqAjZu0BhCXBcArGCV7robHlsDhjkMo5NaW7A/DSa0uph9IeUBE32vyaB3y6t7jWJIAkJDBCS7SNTifo+vMkyOZgwRJSnj7vVJsGlskqyCbguyAwMW0IU6lSamiZVHK1rVeqZSQLTCq4GZvVbMHsKJce61XyfCoa0gl3/KXeffTbeCc7JvCgAH/JwyHPZfC+tkwiCoa0NlIgwN8YObcsKTEA+d9ByaT1GZdZDPxTGF7yvYHSSI8x5rJpMeKg6pTSY+LuhImj7wa0v8utaeopaagn6vFQ/gAo1zqQgWPfjtSzbXgmnNaOpYneeGhAhnuusHdNog/43y0SGnpNkGXW1QMZfxv4I1tID083O5jbmUuASX1eardbNCSsZIvG8X3SPhV7Ald7BWD0o4K6fHOPNT5Q3NVNuzSg9L/GaV59vailxLYfGMIiad59VuIk/loYnY7CnORdrshziG0MMH/OB2z7nwuEZyjBimH9ygbBTxbvxPWFW/fdwioSbUv7DM3Z8ZClxA9GeolC9WOvPMrHYRCL5b5J/hLxgpGo6z28vRxJ07hugq2hXVNVzmyeu8yqr7rADpa+cPSbd7s4sPn1sDCl8xxg1XSxpGuKJhNLpYjzeJyHlGobvcnuvUR/NmN3Ij6qPnPShj3cScoueaBIuoZV3id+uIerijNB9U0K6jKJ58WeYfVozIsqX8YAFs8Tz8/ZZVMR2uieozME3H7Sj0XQRd7M9i3McOgRetaOehCbRp3T8iXxpDuokhsPtOYka5WkttcgilbO2oTEUiPdV2ZDv3UZnb/Oee7mujjcGDQJEdwNWiqAEMBZXfwqcrHsIGVBUPps14ez1W2CeLyIdt7Dle44niYN+0YeO7xa7UIa9bDbAVqvSKB+JilF6Y1an10iX5nyc/ooGfgoaovFCh7LXigEdVrDviuD2L2JFD3+1AMx3cMNzpcYs72zDGNIg5wPD4ryDMBGZJcdHTaBKOx4rYJRiwcMUCnxI9EvPZI4jVbs8Zq1Ge850euD6YeKN9DNvPffOPe+I38PFy6wBZ05BncRGff/UEv+e7WhYK/sVkOZaZl0pzF0Fq5p6yueRmatSo5v0BTQcp3TsXCxnDabHS3Tfz47cvJdVwBuvGIoMJYg2WRDKzkOUBQMCiGEWnx0lDZTEMhfPZrJcnz3TPwUiNXRikkdGkphfcxA9xOMqME/OfPTPIuU8fSgb5mT4Bj6pYvQITjQL0wIrVTZsvFhCECQEBJRvSfyhpEMfKBC5WNE0DxuxAnkv58CA+XIyhcJCjGk+ecGr+5jpmGE4vwn/UzkzrTNUEOnWuCRsrvUd1UKGTeJz+0FUBvG4XGaTWeRkPMc8hAkFQJS64su68YSad5xxfLYcldzdj4AATnUCpojPhPuD8wFuGb1TmDGSDLLBS/Kks15PS7VGoWWMoRkyF3T2nGmboZ0B0xUM1aQYagoVHzqovyqZv/she4QCe64q6KBnM8Q/pjAimNJr7KJ5aZpQlpCqUlH14TH7UhVKj9jIbSo/eBLEtRUGHjCEbkd0hbm4Q+EikEGmreg+T6k5X/euOpW5ORMHUXe4iYcRIsl1zcbWOfSvGDY1pjTU0FlV3KFebhSu+GDMfhcFQ5YRJSCd73vIqDMPq/JkcbSYbgUAuV9IBOWDKDrPqrsTkx4ZLnt2e0vd2sRqanVRNXM2jx5QiIBp7dFP5mChNgmaRnQKeKFyvxXNvCx9Y2tXEuLDCzOsiIFGDnN8gLf/0G5dp2E/kptijbjBUK6sr+B5WtHL+51LX4fs7IAm1EWlmP9Uk7WACoZ9oE/074gmbUvunNtEtRmFOTa98VBVZr60gkMPF6YH2+j/8Zv7GmGSpDQPSs7fG5CnB5H6BXwOJyUn0THQOQWmvgUuTQvDnBhw2rYqsv9co0iBPlF5nyT5jKrK10BHz5eyXXef2J8xmSJJqytZJjkzFBFN/Bs3k4NFx79noWb/FEWL3iZMnoVKFau9ti4bM4OapbZ8VXl/JRBPY5ZbAHbdR4df1PwHeLK520/HcJjJKuv3wM1jla7C/L75kw3xkD0TLwl0IHNZb1QDu351VazOgdGZY2DTh7MUtmQxXLt0AltMM/c5t5lELSRlv8jxFkSRcOgyLUVQbuFWYui0LIBvwJN2ReIkn5KlKVMU+u/tEKDpmULxezmZUTxsSPCeZSpo8yZEt50RTg1gFkXTEAVl6fbJfukLIPJEOEBPpbaXOcayl4qlZ2jriSzw55Bs9nB1Mrv+p591UOY0XKkyXppUD11ejdaZh+2eTdJLgRP14ZZ7CK4VkagBV59nzvg2nwF1npRcbj7wcQxwjtkIPn1wb7XG8o+XEB53KeVpydkOXB3RnHKBZ21JEXqHgH3XN2ENxtSch4pExcj7gXvkdieft4G7n9CPKY48KvF80LfyeDUkdt2d3LC8p+q+4wFvuUaxvEDPrX4vA5rhaHTDTfZlwPH2HJLTrTGMmw/kvgb3QbXw+KaFOCpSOirnn7k4RVIxwE8Lv7jZltF1HfFizF3NsFD72zgdy6fo3Iez3ev9VWHLxCrrJf3o2u2mDgkYKra8uAqcob8XZuiOrDKNALbtt/bS1lvkX1RcH6grC1xlidhlDma75qGpgc9BY14Ot8nSE5OQLlO7vp5TD0WizFlgfs7uCTWp8jmIfVwpDYaB8kt8YFU+lHckCjw/jCqI1KCwwmfM1xCEV8VjyI2MnW7Z9/60L81584lRxWJB3xPo1ZkzDzck15/tJ/eL1849j7OmAD/9H3eQC37VAF1htfXz82Nzb7ehSGSoJuiM+HKn1WaWcNCHXI7IEAjjocZMOqEtB1UXRigeLtkPjgzG1NBpAUuSh3VvxipUQVN9MpEc5lb98vjUhYqxLO8uAbhWHNWestKrry8lk/uxHz+L6hRo3pfHbSYk9hS1HKIjs5dyyMhiE0No8O5Co4FTW4bHf1x3f7v4Cvc6qM7/+uJZjITkNNCCBP3dMJM9Hmxsrqih2q++OSJGnIGFVBUhwIGkvkFTF+nekiAOKky0kirVCnWSQghKhvEBl73iQqHkIBw7fL1DIGvhkMS2YNJbQCtfJO25O6uDad1SAtiVhrII/aabRHXpmHoAQmMU0Lc7y70pLrTyXkA7pYO9LMzS6SbBXTK2Z7skTXcPEXESpXNCxiMhLVUZsVsT0gYgBBUpmtEp6XBEV34uKN25AXSDugdvqkxab0+Dw4aa2LKT9nMVBmPf6L6Sdz3n+uVf7C0BD5BtRcHtPJDYveO5OYoJXQfeu93LrqWhR/krAKnwhcxPH3FzXyA/eDYDEM8sx6G/Q/jo7Wurx1/Dp8l00ZdilbgGylVtUE08iNqjh44D3QRcQ8zVzesRS/MFCQltEXE072BHQr4RNICiTkomUCVTszR988vhGoObPB6zsUPfh4vGfoB9ICfQJowVsjRF8QxM/2sZIP5VTzdlKyWPa23Ov8/R81fwGRoghIf19uC9ZDLQbwGPq950Pfe+3aTmHHkRPzqDTG+iwALVxb+WaGhA9ZosNglUEasKYGlqNDnZTBSrm8q+uufGjAVpl3pJCepb3RQetMhgwKPAtyYHey4ck2pSVG6g6EV30AEGl5BWfyE0Vw2KlTYRYds3eR4VIzj5HSFeKTS2gaC1ychmM/oJIBG4Dh2pAHFeHOKnzUwZKAtq+h5VOcvu9Sdcif3JdjVm6Xi69Ru0omkOVGBalfAORdFRvJJz/lCtDnz2s+Bf1fgbjo/3ZVmVSNT+pAU4+WCGwnU7vLHAPtEZnlF63vl4vUfQ0XL5zf51SZLCmk9dCM2jZQgTYewEFHsguhYaVyAOj0rxufboPXZXnpOmiqjf4CfXxCQN15yPLo7FabLl7NGxPhRFmojUAIXvuSl1BBYhVBPpy13w20EOPe++boEMkA/+kyOn/nAQkkyXu7QQlQWZAWn6mUz6sCKenaZ8v93MOGE/Zs3I9BIZn2kYIJ7rilkDiyHVhzrLXKDmTiCocCnjgnpWKe1QzX+idgMBrqhKObohb3zoJw0uiVHJl9oj9Qygpw7fJK4ytD9Kj6z07lyLoT9mPOnM4mj6c5GSj//NzIZuNnjKcbneWGMXNBVuMw/9AKUDKAixUu+UdgY5m2043v5W7B0F1XY7dTDMy1LlZamWfTUJA42nvHSvTEQzcZqMVsA5X6ef0+dK7eTqcw/leARFILYV6Xk2Us8PWOimdHjK5hlwgcgKMjMdoNRrKootzqa5wWODDKUe97u+8aiJZdtcWlHA5ZFvSnGNFu60ACZtUnwnvRCeB51rEC/LeS9Q+Zimi+S422Ihr0848evB4HGt0crkgBF4UsTUATpvsMPx67Ra4Nz7XjO2L9hlHfcicVKj954Rt+R6xku5xfxRnNbltmLRQZ+6yjxE9MjJ+HXYcAVmNcRnI5MJZ71WGIjkbdILpv21g1eq+IlxAFnvV6pwu7a2qeCv+FhHa9vCLgsAFRbct9+MHHDKd7b3QkG+K29Snm8bEqODt6Iu/mi2OVxn0+p4RG24OJitw/dE7Md7OARjjAU0klA7O0njZVLz6IQwyWr/uo9Zbx7PyIhSD0ktk0gwkKtUF6mpM4b/JuZ5qh//Fz7Ho7XS3kMES721/+VJiXJIKTcJFRWVJcENsowYYDpDCd6afUajoBgf4oe5H5/2iP3knPlaZzezXYLlMREEjijYDcyghB7gZrlpDlKR1zJngFm2X0Ccy3jpLOgtRS1ncQRGlhvSzrz6+WamgTkFebgTZ1g8wtgyfZpRERyvwUhYH8TRSoljGxbu9a1FDsJLJ2poDYH9E8C93CSQbu/O3tW6596JQbfWU2w0M+RRq0gIlWD+sCmBo/NxEKVTrGX9qco8ifm8X2aKGQD7PgLlgaR8JFo8mixL5VHKOydEnvLzscLgnOPa1sUodIUO2xXxdEZhFV39aWz0YeJNc6rnYSv0M9luQg+pTxEXv5gcQxjVzcHdZMvHVsBqVLpMmBBnOMQYv+8ixZdizn2BRKxU4iw9NNh/KjJDuAUd8FPlmcM4Q0gTY4h/5PCXbgsg66UHutweRTJ3B0ZxpYh68juLL8MY1fj4wDtn83tXrsgaqHDN1AgBIJKjguwJNQeWVHxQHitCuBHbOr7RIR6xioUMORDDQCrVWiK7TGnhbahhEVZycRAzBXp5lAtZZV5EKGajgn/HeeehEzld3tJez92qDfFu9ToJEZjY2eZQ+Xg7+OG5DkTCy98dAY7AtgG1gjxUjGg1SB1HpkfppsaaX0J4nxf1mT9CjS6FJYNBadZnGRsRAj39aaEnmhoZina9NIXegCc8EEYoRiXtsEKpHl2+QyoWk1A6XmrEIPYTjVYf9cyDbwuYbpuoBrKuckaBTLstD6CYZALrz5y8y+BCR8gVtZCOJGHPWGc3i8o8vSs7n1g3Q3/TDwCcnqRw/mMybHtQ1lEz5Z2Pct/AqhPtZ4SwlRBm/se8er2BTVSQLZ2af7Kx+d0OPEdnLRDjl7zD3+PjvNFaaUTZByeUPvIETermsGebiY86AfSUkzKxJmnmm+A0zLJQsAoUnsCIWUq3rKsTuPzKIrDpHr3wCaIEIvMOOREq4CcR2jDDWEl7v8fXmTJe41+2TSBcVoslQevzfGs5XXw/wmNtm4JfMVzSMwD9QpPjKAdluY4SkGN6oG9J3OCZVkrRcgJ8RKGuHcImx351MMWFqwt/XQPpqmwGGNxftClTPuEsNv3e7J1ziHXZbKQJceYMjUvr0VvrPnpLREsXmAn1gCyY2F4EJLydoUyGAIHr+t5O552xAoBaWcdOmcQNnDNJlSNlWCRAZ8rpMj/ZHAOtKdNKH/ETIycFZuH1T6oPoO1kbE/wZw65MpQ+hBvcmq5CnGfwbk7Wb4fm1zHUo8FxLo4YSUMd6mn5sTKTYXP5Z6Y4RquHlIA1Uy0Px36O1Q8iD40vcMc7IMp6G8yoCvVZKrf1xENxkFYhPlTwa0XWhhJNeTVT2n482UbG43P714YUfPTJ7ATtbB2H5iYsuo80JMrCYDb+8i7VVsrMm7621jIVF9SrrqvMTCsCnadnsL30vO6Rty3dLXhij72a5HPo9fIgSPFCCZuXeq52LlVbl4d0GIteozKXTi44QJadoM26mJ32uVQZzPSuH1Pdoy9LmiSPdrOf6lCA4/gskDb8hTqXseiEH3YhLMSpamSTBuK/8JwpAqYYohkrgDvb6PgNW3CbNHRwJcIbi2SVE0ZP9x7DP72gIidQNEy1mzDrvJnr//utG+Eq/yNy8KdkwXIH4Sg5/KGVTuXwA0BH2le3xjnPutHtPc6uSGemWdjJtUnnF2PWqKkT1BJO3buG8hDYihGtULAdW9VVaxNEKU0UDQ2sKOgG1j72kgXJ5/lRNueocYS+ZIiQh73XVWQebNg1UEm7QNpwDs0w79rcDoQWzrJ78p8M7qBLtsuK/Imm/dyr/gUftvkENumen8VH2Q4LRXCrUEms6IBN0khoWxLoiPXOcJ7APAgcI3GCD6e/ORrBjvZNz2UAOt2V7DGA4THIyK7VRg1hNEKC+sW9sXv5Kq+YgVq8bgsY+HkkrH2N3VyQAU6Ddk9HywVl232K3E/TwUULD9g8XRfKjbzDkKQulrAC+6CUxvIfquXY1Mgfyhcz5J9iNxPS254gCtnOY9FbBp20OhSjQ4eVlQvxPwtA9My8klQOsf8+QjL1lIgpZLSwN1xvK1DyEMfJCD5l140eUNW43jY848dI9wLpfpaJfgf46cGsMC9VlT2lJKMsh+6HJaDuj9lxSeD/rDq2c26S+QyknawFFdXQL4g5qt53BKaD0TPAxxMdkZtx3lXFdbsaxb2mkxAmJGiP+8qCjftgzuHBFb9SyVSL1etvetm54bSCQqsmyZCg2jnP93hOs+4l24yxYmIKkC2L5eDRWjkFpqD6/3ZQ8wvtWy5aBbSZSZucyc2ncImQd8k+ZjM28v6eH2PMyH5jfzpZQOjn0D/sqdrhFWjrCn65dhmiJSTwxvIvviFEEN86sU3zI/EMPQbhyGszSH+Y6mTP/+Y2Ece5IyOmNN1muVShSvJx1plljWefiBEjesS9Zj1VdfJwVLxdPPK3Jsb8Dg9vTBQeOJkzUyJ0Y3LpCbRNjOMybD6nLUKbKvMnl+G58KE5qWVI1GJYRk6pFWXKr45yxhQD4iaOdXJjwCY0V79CNEokVHJOD9zr0RljlbfXtgztsCWMKcFKgdI1a44tFJsYJm8SGygcepvzHDGh0FeZjOibWoM8k3E6NXDFjye6SYOLmMdW9J5PEuZEBmFob66suHIBV9KuZD5N8K/9A5M/ZsBpfMuF2/Q5PbWV8esZqR9MZk+d34m0ET1ZKhhG9IMmpi5IXxLoRwfrsQ0vl50cGRc7XpXjYum4gT97akgGG3d7bsQCCvXcirrSZXTpGIFkDw/XbQfoJ3zDwnUc1/V+M7Y7tlvSrmf1NqcDTZmbJw4gM4VK9Aq7r72UUCZp5HEG7rFniqT7pT9G/ZkMdp4uAjAKnGU3Whf1Q/RHbHb+9l39OgJXsuSPeGUZhnTDdx6q/Ee8xmsiFYTzHw+F2o/5ZgEyu5vq/iNi2fh89IA3NKPaDZaIilT1jDoIvhwsTHBm1NiyjjQ92WMXwLHneb6s0JcW67Qn2gDByFS+rYMoiR5op+KXdNPdowQordiddS9IVRlICojwDmTxhFsJs3j9SsRec7yAfIUQOagQz1Fb422l06HZf+ukVjJ9G6E/2bafclIBFN8kzz5Rk7SaUcGNiNuGjpmq622gcxhpQUyaPUo6mMboxMuJWxhV35H8WDKnZ5n7E9bSWDo3s74V4k/ObHhk4/An/UuxS7lZOpgTMCDOwdJ03JD+Il+DjtQcBGMgNZJ4cdUCkSOklOkW/6nQ33+gzTbBoTk/aBOxPBj2TNeyKsyUjgLO42r54/ewjLajNW2qaNnXvamBnAnQphkKNoHW8jkPcRDc7Q7dJwHkwkgbCNbzsaZ0gojgXKZ2koPeMcpBVznDERJGwAho2V923vW3nSGS6Cf4DLl36eCFzVbcu1iGddyVc2se6LuAajqd2MqBENzpGrXKYTnR4r8hFFPbDRve08mZvKGYnlLDvATs7AsEmTtnxoaOrlT0LXQF0apnnztqYcZfg3MbaJJJ/rqVKAr73rbmy+nbARBclRdQUIzBRYJJzU8yWftfEt6VSKSIq2d1SBxl/3KLvVav7gmWmv5pVukHSFMqYw7RECti+zQlzlPSJpdgIZN0ohh0maF6Szgvd22eApKY5nQX3z365fgmmhzXcncutIeaatJMKYXe6XIXlgyrsPDXKDKFpzKS48j9xFKed88zDf7378zFo01qb8fZwJexfCrFctC/w3Ybhh+eyrFYTag+cD8jPBp379bdae7H3ZdCoxtAwleBaRR6HXNgWdubK0KtoLz4GWQHd+kJO6FYSP0uyZBi6+lwowoUoJxxPTn7YFkMoLAE8aS0hZYsjwlFmoEVhJS1aXLk8/L0NJU4NZoYqylFKeNCIbNcmrpT7pL0hXa77gm5j5Nj75qFC+VILLdYPivx2xKjf/pF3Zw9UpteioOSSTRRSXwTkKUR+dwx1RSESoy68DRR+zvdXjD15sYPdA9Xo9S6M27c3WxMqN0ujyLB8ROiQYkWsRJU0oyRs37yBcu01QadHMxCRIczSQaakUn7hq9OwAgFlrP81IJnbGrljyhDzon4yKGGJV1/V2JvjeSO9ugT72DcyDG1TSoWsrSSEtnWHZfBDT56AfBK9y7+bTj1OjYy+NjuEk3DyEmmZMgMXoBkXMPg+z5rrFqCfC8DIjhrWrYKbiA65yQiJtVyNFrUa3mDSvhfKks0ovUxEUqcO89NroMNDbmcZOv+FRTbu65Vj7EJtUUf8iPf7jRz+uwGNTEvEji70440xMFxDMdQbZP+9qSyCUujdokbpVJ4gFIVejZZFQDjbB1xMS0HY96AR+TVjGgWIiveyqkupIpsDGnpGcF39iYb+7OHy8dfILcsjqEO2BL/W4rOv+7dnpQAn50ydQ3tES6jhCClBtPZ1TLzwhzC0dq1zv3vFkVxkK5aZEElBBcHcfSagr5p+z2mJtt5q5UuojB2jSF+vERojGybEC6U9+Vpq2kXgHvA01Of+zqr/1cuptQ9U8L1ATlh+X8VvQ0z2TtBmyu471MvcoZz/flUKQ0wqyl+PzI+X9SmLZepCjHWp1nOAChuKwoeUBbAMY2vffVYonFrg5XxWaT49j1L67B3BD80l1Soys9mi/JHeFIKXKcAdnFP4l5f9XIZHa2pO/v9T2GipQlEGTtpm2RMpo02JOfDRZF5UUvJRyYnFj6BQ8wid9QUecQilIGPFzL7fnYdFekvC+uAxK4PR3dylgPXYqVAZkjQadkFHOJU0axIVFwK1EapCY/HoWKOme9XF8EyD4qqmLr1LPRHLSE0KEY49TJ2CipYSlBq1rbeZZ1QluQFwLQ9PQbytL0IIerB5q3QaOp3eCQUCYJ2UBiK+tT0BruTS7lcO3OY2p2myPHbF73PSL0BLuZJ9WHmCcYLVRQKqsCv3J4ddNx6Zv+JmEDfvREvjeTq5H9ll2rW6GAsZBbtyDy3I5g3UlUHuSKjt5HHWGu9TmRwLfFWtUTsyvj5N8ntuf7fdYhxWuDeH/RxVVbMtcKUpXNczAM31B3sR++7P0wwUupKTpx6vFPFrar7FFdskh18kVFB4eXQ+vtW+AMNhXvEiifks5Xq+4HDCkoesQpdqLREI5IDFAbe6ekscWaQss7/ZoRMaT6jKJ1XFMrw8ci5522dQd4ojHDxuJsMUIJ8w6NhL+ho3djV9v9TFI/AULovyP9BV87XfW01uoqh/tT7RwAOs9kr8zBWM7Xj65uvqooFzZGd8KRz2UU41uJQbR33ZR5a0T5j09YNL1BU/GqDBYr9Z3LYYvv4xVtU4DIXYh9xA0PcGG0wXLdmp0OsoJXBp1RNfwpkLQzzRe6lB+EGyeX/2eONxnasxp/2BP98nvNT6dbbd3agyH3p9tT7zWMQjpKHULRz4UoawHBpFW0XgeWRIWJwIwrD35lKX51VOUCnKmxnKP709w+3UCp5zzDto8ErvU3Ls8jMaolgSAQK8VFlmqv2ZJxbWeGGeRDI6RN9aDvPNU4iZuGEsPx18AL0jSQrZlRXPRicE/g1LFR6T4JLvjS1juPY2Th7ZJuLvo9fKCESK7esCqLEmJ86SX7xSXDzNiQjOqpRCcMNExunAXSMlTLlb+NN7HyBUe4cQ6z8mTxN7SyOV7SkesP/NIdfzn6uPyx2FN800iExMeQcxkScCtE2Ms5oTCe4s/Gu/nBEDooGvmKQiqeUH9LDym2CF4brdwALozExiUhgl/z/V8AWycPl0yyMd4YJehdO1Z5ybzl+xkv56J5pIlPZJlsfE+khalQZNZ9geYmVo+nH2TsrCml0iIzIWUGO4oZEWGcM/6JQAHZGK08BSSE9ayRqr3/TEmAG002mTfmiB9g4raaHChXbtd7pr7YjmyJ9N37I/J2bVQ6R4J+WFv0+X/JCUh7BHScsxkMCHF9c4bMuJAu6gOAA75tD+6zmXkZA1p2T0xwcIZSIuv46Rp51wglQNEh77zf0P1rGEKSHuISidI9bZPTQe8pzAowJIUNNBoH5uuQ33EI4VlpcRj2Fz6l0fPOjMPaRLcqB0PY/DoNRmVw9/1fP6uNWUMmT4hgEbmRwmJmRXQGjL7QkrAOYojvxHx21iqyaIHmGqVp7P56oRFAeMs1JSh/oLfYrw2MkJqeyM+rup2OybzTYuC9E2wrYhA0MQFkCQc5Utl+JzA5TF8YqX46b826MGDQmWc5AsLMvCsXfI9hLoWk6bwYWIIJiLD0jKuPd7ZvBdcwe6I2I77IISIjy/Ew5+RkC/wonDNXA0zw5qlydRNc2r9ina1H2hIAhhAjeSR1KpvYXVxgE53Kj/fTXMrTzBG0LO/cLkbu8GAZYB0T9d/B9nvUUK7rPRbH2grCFQ5gI9MA46Px/NoiMUc+fA4TrQZl40EZuJEyAP5j8zDBEsM+Z6nkXvKoVuhMW9CDo6EDZTMV1pCA/Ll1NqDQqOriWfP/4l1AyVkubHWoM2eoazRRc4EgbZtteiF3LsqPuZVlAIL0ODlUL+c7J+Xsby/G21zIPqcus5kdQlcdu4WFoBuqzVm/Ig0U8jOukQxvOPl/Z3nmCb056pJKL289ryvIMwe4Xm32M0q5nGXgB3FiftLeN4wEqHaZ9q5fBChudGSuoLOwGDQrEkzpy8sD+x7e38G/sVN1HKbC2szLMlVR28iZIO3K9HQp/7gzs7echYUerq6u632WaD9IxVMKGt8ZyBJfY8us7DGi3ed2gVTfU7AGoErnSmlzgYIIPKZUKC5QkFRQ15S14bhW8Llu7w8owS0tyPqHydo1O2SpgNIOeYzMbB3LMfeIvYeDjtzbbOj8VSfxltkZuo8/LIM3kudpRMxKEbOrkpXbPrdG+65IfxdneJd2S8bq3IyqkG3PQq6u9f7nGMe+dxt94avU+iMvT+QtaOa+M6KeiZecnXW4kE+pVBx1RK0ZtNrg4ezgvyuVId+44fFM9MECPffqEbOJUwWCtkkXVcsH2mB5NrM8nLpZp/unbYSWaUGjq5tbJEAuQKC2SaaNn4+1vaBoYYHa9qOSI4fT9YKl3g0DiRETHvQc5IlWRazl252xPlOAq8g5jZKo1PYJ2SZNGmoPqskdXO7p6N/xWB2s8DQASG/RMSDx63rtm57CWyOqKevQvzjIF2XQMLvMc2OtMXFVyjidqR8f/sBYYFU0NnntSd5wz3SsAAWgqMqgNLnv6ysZGmSbrarVknncBwdUQENZeQUvAcic4sZBRGQY9VHkW3i98xA7vUJMupKfyGVZBlktoAZ4kwOqHSAns/yHnkB/4CqayxNNOym80ckffYAR4uglkvM3zdm9WdPUhAn08yPDSOW19yCI8BJfjwLqLPi71HuHANc+d5K40kkWLAD6ISUlSQhHViF9KtlzyYc53qxs15ccWA1Q4cmxvjrOvtegdnjXNfGxiRrK0xKjydMoe8AITAmOXqW2h1baDElY1tEMyVofI6uR+8YvVQd5vNAwPXQhL8lYOpcwC0pHxrJkMdFfC8VGhtf1s7JhHg8J+vAfpuzOutJcAKdOlIaU7YEP1CTxd8COHHAczcvUVmv+F8gQycUm212dC0Taqg+MKECQuvgVK38zCbrBR5zSXNef3GYCrBDp34Z13NxiPiLQ2WzzkivPOzYJdS3ic7gjEVioYgPnOWNdffDT6ymP3CypaxioUFwL5Mo5c0lqYGt64Y1Y8+ToE1cehPYozY5+h1cXzBLdl4DYjWRCy6PFPMnZwh69cRZQtomH/3X2LWFxJhCvgzHP4qfWaBxbT0srnEerfbzQ0lABdtYFr8Gg3/P8eVuAK6wEsqgU1yJ7FNZQgnWGrO5o8tqJJlXhNpwt3WUZ+M4z/0aHb99XwYabq6kLAtO53bF0bb8nApLnVKMNsENTz2pDi7skALsJqlgIp5kHFkJwHNmdJ8GPxZsUjGP6zA7W6q+FpmERmZj8v/P2bU0TIiCI2C7X8UEOGxSmLWuTGUCw3Em8PFNaeLtoWhObMIsBwG6wxUlVqPhAKL2hZift48fPCxUsL8wHZExoaV83S9X0x8UwitAqDNbD63BYSZQ1ney3qOiJvKzXUpVV7259DtEGztkkKZKQnkWAur0UYWcqHHfrzJJPf0Tm2ShfmDg6t5rkCW2tRtSboIuZfS/IEo0n5KpDOpQoWPOgam9d0ih1NQ0uUySmd5F0vmJdaUvUlYuoBc/rjDO1Lh+56+QdLpQfaYOqMIKLxgQYuDp1wvvvfP/enNuLz4lpcBELnZbhiiKpH7VMitQY7YwvU3TV/a+HG6qDrHfbTEGWFU59q/bT30bwLr+qPKP8yzv1ebRMyBo5asog47dP8jx6TAYCYnLzmtXrMYMntKE4OP3HeCqIGTGCYxn3cPaxB/7WYLn3vpvV7GzbmkpHi92Kn7cwwTTtBaSY/HYT+42PfRm8gowDZSPrQjCtgMwRuYPnN92kSh3hFH5MKmHDZ9VpdemlOXOkfGOGxp+Pq4CYLSvyuE2mbHmKSK1XjmACxSmmADyAEGT6wZNfPHhG9AuRWF7kqWBDVtyPk7Ao5PmU7CcYxOcsvtV9PDIf2Off6tXe/kjSyMV3S1qXO8f1R4vPHmbobkc0mV5zF5Om54wjH3UtTbgIIpsBMG4tabsPNbQagOS57Z7wb07fDYijUskr8fknmSKg4viZ2ng/RFFcBVzy2HOaD+RhiUmdDHAnYlVFmNHDi4sMI7tNVeZp1W5HV0m+1Mg69JhvQR1FNNdkgTZhLJ61RFDasxL2AnEQ4KUFxD0X1ybMfWTXP7tW/Mm96ZlHUOi1liHllf9LK3nQjFjhTakWa7pnQUTYx9Gb4mDlqphGI7seZ6xa46pP2sjIsmstVDxORpF/rxdG5Baftl+b0A1hWw7w5y4OQVvov2vKZC6VfGkWCxIojo2oxHeaRyahPED2uWb0quztba9DBzGYR+LcHpzO43IfGCh0crnDZmd/ufnhvzLvKYM+CP2iLdM9D3+FKpGAvm2vxAwnuoSgzM3IUc5F+FzThPfU0t8VlujjtnwkLZb/0OSguFt2gAA4n9TU51KjtrRTYPKHvxJUwk29p9/DXEDhMG0zC1fIP6hEPR0KkvXu1wDcPGpI/Fn+tJPgJs7pq1DcEiBApsFcxIzgd0ohyNgQTN9Bi+P3Nkag/9NSBJIaRxY0rDscQkTPknVuFLyEctIsiWsrkdjXh4lV0+o04jQK7bzvRaAodx/ynuFdAtPMGiAsdFBgXcWdW00VdUpzNuvFnhWwYADKwXBMThO20w2BiJOniCodM1Iy0WVx8JlPtiWYCWO1fgX1VI72xznadM7OBVwjN8eowkjVxh44Cb+ABCF0JWym1P8JevCCVT9JfSImZEWpbQoR0Mst9lyVI41cZqzgDrSawq3galYNPBcylAL6vlQWp1Jelr3Y549UNpml8PWnUbIXRr8Aq8lJdsiTdpWfmANKBpCHHzXHFM9TIgn2m6qMnmI7iR+v5X26TMqfKNLWp/UyAEOsmIV0Q7QZKdpXm7z7eNscb9aCwQUaKqqE5z3B5OKWjJSoK3DYHnV01CW/pEzlhPNeI8D2MY4iDfD0arJDRViwxm0omzbzNLgcEgDmkijzEQbNKVXI0ozBO54bgg+GpdvrlDJnjqlFWawxhnauZT/U6clZ8xZZ1LeZ4hbKnmuS8E20KUrz0thz3nqXBq5qJY5SKKb4g2J2Lt92LK0eVvPuEgvNdZUwX1ZIKMrcLlm3pLaBGMz5+KVyr/yvblhsAyqiQ0/yrbmMH35AV8qy45kemciZv3X/HepcRljPmB4fx0VzkE0Qij1BxuaklpRPMrXBplOPTAhISlaCkTVoZgYyFL/YDWZqxAX2UcOkYnRso8rqIvTjj8z8A26VyvTjsZCDriDCIYcyrILARc+lCo/5PCnHBq4oAPLvHdw+wAp4mPUz1imoQw1v4/q/Na46Wt+sS1y+CcCNf3LKj1qdLRQMzgkPBKrMqOqkEr4erP0p4uL8pBgbSiFvQ3K/RrYUnn+IDvOnY6EEldbVP/6G2R1ipypaC4L/BcXXGXwnHLQGKZgISaEvGsP2d+tQYhRKRPYnDzg0wC3+0UiCqjNUoOtzNLRyWrjVW+0tT+TSrKPJKlDzkdzNfcAqDjRsrZXInMUfXVFcX1agg7LBf1wTcnBt8J9VIYpHUq8GmO827YH5mulmwfxqiSNwuIfEStdH2Mha7/IcyTuHBIC65sW0/seJwxe0ExcApEtsfr6hE0J6KBk0+AqpYlBZdDkU9HL09oZcdy16j9rVKS3fvcpQV+W9ZS8OCjZp4GwAvPOsKaFca7tG4aTBEyDhbt4acW12DNEDIi5JCI4kLzwPZ+NDoz3vfF/olkRwadnibh6uQlpsSg/duZ9Ft16rn2TzISHhmnAAUVtS0ULZlMZ1EM7FriAivF8TtYn9SkvYnuPebjkZE1VASbdNRDzqgSQoW+v8fvxdICJhcVfqXS63m/WEkVR2iy/fwnXqp8kMHnUaG59jUEiro6laJRVI8tQGmOAifNL8ZlYxt0Zl8kKmePXQ3xkmFbY7CjldBe4mZl16oFR4TpxZUku3FhofG8JB8fcKVbErCe2TTNNWrCgpue6AjloJrwA4/5DT2tVRGltNS5O155HX4Zh0iztlfqNM5eimWVj18ZAD/TC5LuVBCO9ib7cENKDaFqKBv1DZQtd96h+/DaftrPIC1/SugQLxHURL7Nu51woo8cYvPUfgv8fmG+sHp4uFxBHfur5wzWPfqDbme7BCCnKmQ6mg4sYQzKMo9mF9maNDPr5ASMbEoP3GnEcLay2+l61MMHiAwzFKpM4haCKmOeu8jl6LVtzFMe8+JOb7m4ImU82ABrcjtyjhcxiKEnCV6EmCXFXKibVU7b1i1v1NLapWto+QUQKpkGoWvQSHAAfsK+oZ2Kcg2eueWO+kLkXT8A0hyTx9seLeYgpRyiGDyM7Jx0juQ6W5vTJ7HOBF8dg67nl6X+PQu3MOF/tkqdrZDJUTgTfwhvztYshmE4GznftWZFQPGFQUgikdNSlUH7PWCF9Ry4pBpkIZk55WLe8dZq+X/+WQrSvJ3b4u18O9PJr4HFa+uuCS6oWgu0dO3YGYLPfkab+kqKYoovKgUyZBUMqWwaWxDnFVsiP1ptW9WVXAE5ky6V3XWmAOEGBp6SkiyDAUiuIlkAnT0XW0ps7e9MF+V0O2p1SocxREzt/JJTbcPgogue4vu+u2ZH54uopIChRQbglwO3Q5iaPR4zoHRURiQ7PI9GB2KNBEO85Jzug3TcUHM4Luxr66Zd1Fj+b4DCCHC9l8dXEJjoeZZgT64mWV4kZa0dD1AZJWlFyZCmAnHOGMQouxUnBQfnhlUuXOFT7DHLk6CdTgkRByy/ZQ9bXB8dmSd34i8gKJJG8OupzTTNraVTkpJUTlY+RoUQYWN9hUmjZKgTub1CM+Zb7nwDiUoqZ36ueNpiVfMs7AEzfCWwyIGvGkmHqT3j1yBZX9a6lZTg+QPG4yQWpjugSfxNb+b0ttSZnGxEAc5I1zODnvA9aG2QEyuxWQC4MWNPkxnsclyWymNudI4sleYKg1fPnlzz0I/DLr5VFPH9uDfRu8U5VdEwMWTXwjqiRh1iZlzPjJsoBwa4+vIsuArV3TYNtzcnI4Wk1iKoaQ3Dv8Pdjsk0/fH7cfchXudD/WPl20PG4rINiAZ7PcfPj08IXaOXUcdCmp/8CtncdJ4X/ywY0RTHmpepU77wkSrvxdwO/Oij28bsC+9ud8nAuDg/xve8pzshPOYIVEIZ17UvY7SD3Rsz6uwteE19J8BAMV35gaW8Oor/QJTbVwF9oqvQd+kzu0imjsMHIqlVSglkYCy24l4OZQGzQuHZfIdlki2qRBfZcWW9SOSgaK0A933SfmYdud07Ow8alFftpjOy6H8Yx8X5CoYiN9PY6Ct/wTbdS1etNk3n3oeo0VgkHBT1E/e44B5sL6AfUWKof1x41R9AXAcN72/EMHPLzYUuFl7ACepTo7ZDBOno1FtwB0FQa9KHN58L/R1O/Qm92WxjtMKlWrSZieXCGr3XK6Z9LlFwV7rjqi8V3NHEJmxifOSXcLmobkbwA3prwNiGNzHCOw6YSDnm2HfqBHTQq8QITLyIJdu5+B1LtKAHbIp95Oqwb/Og6zkeGrfqMfDeEcwreLmxZVbt5tl3F/5fue4krCualxDVmY5a5J1cU5o74Fxn6TVQY7kk2JhAg9BBkUQo68RTKj0BjPS/7RKvyUdct9jdqa7ivpKPazJ0GJSubRkfs2Qvk+aKevhs9NfueVnR+joFVjsAHX1hecV2ew7eJVC2IwOhYqGXd86ru+hJHV5bcQiPivhXIbOHJrIcx6Num3Oa2i031zNV8QKpMH7yTWJkxaYUZslVljeVnIzXtw2BwqCQNBrhJVAuCKMVdoVSU/UMYoFjFXlGk4dhonzCtt6RuonhKem8tMFYMWzcRM9bK6M4KXEXs2WLSv7zkyYkxWiC/5e26jadBjPkmABYaZtjyGkoHL5/vY8Hlrem9oPKpe7EcnlTLqJMQLjNoaH7AYne/10Nu8+hbbg6L8or+dDdq5HZggNJta1Jd/S3Uiy9Mf1ncSNiyhxcUlivoVhVT0ZB0Jm+WyzeRfgbUlnZMRs8/5l5l7mzTaMlOirJh75ivoGvCsLUTA5V8A9wXtsvj/QsV/zXIAdlsYJt+LObqcQZK/GHAUeH9zZpqZF77OqUpDm5Z7AuBop+GOdL6YUoMuQnBQSFk48NnJgnwikoSNafOwhpgHfiKstK9VzkxCNljljOmegp3hH+3+R4t2KvcCJF1emvRbOkYlvglZyuSISkvsg0jNbg62K+506du25NQtFxHL0hYluI8jhjM2W9xdRSxak2wKzlVn3v0rnQ1e+aJZYBW5WYs3biWUOGjPsvU5NJ9OJR5YVQmGjBwsp4Mt77ATC9ssNSu3fdRYCkpvfBu4FHtMudhD6UWsHRmnCLBX2NFWDW2+RZGSn0SKZbHpDUB6/R3xZrN9DjNp4iEANTtfOBeJi3B8zQXG+qnGY3vUpacwjzvN93zZv/0l39U7q+/npNQuZAoB4TuRAjuwv23/InYvoNSJGkJGZ15pjw62HQVahXxDyaUsPZpu/dEFuhgVuq1KZumPX3w5ymtGo5jWQTSYjXMegDYPXexBxMAea+iFkqy2WnMKblheRihtKv+0tK2L+yjHSHYWWIhJKRmVj11SvrzAO3P4iWDL/BmGqAU4Tup3+xVw/c5lRfTgJ+7+L6X1PEqU/d7T+1Tyg6x4ONgR2IScvAhIabytM7ew6gjXnr90CHTEhFz6IcU/TPgMI19Pw/elbhY1ecxtBcGiIPMPGiKMhQSmttV32FDNmKRjBY1JezoczMPOKhLxXfYCyH1MKTCpFfiu7+vXml/gNjZ4CFRdRnL5BH0YsgMeBMHxsmcAPE/DcVsRv5Kf6J7lNNcgjAYDFlIKRDWVCQymC1qcgzGlL5XiBqUCyt/4GQoOkEfg6jWNDA67NcI6GPqSMf76z2uBOH+lH569yoHdVe0hU/5Pm2v51bxkGTG7iA6Pu8trwa87zXbFl7wwju5n3OI6lRLZjkDCrwxEysQlI7qVhEOvii1eYCcNWUHLcgGTWQmy0W0ACYUyp9lv825JiAkUjXG+W7uUNtN5RIOZtZhcsOvRl13RqcNd/ocQFrF13mcgHpD40NCRGAZ19z2Rga+ynt8nHlz9rNtWkB2MdZQCkPyD72FLtnEX/mmHnvlhTb1Rdmix+1va7jKnqPG3ZL7Wb/rY1U6BnGKCiEEfONVPrHQ9Rxo7x/VB6L3dzKSEiN/ux7+jWplQRNpjoRpdzj75HoWiUK94DtnXdG+xwMdOe14hSr1J+wG4oogSMWkgZU/RLiCuEN4gajegO6HqP6x9/pBuXjv4PjREZLFXxvAmXYPyWvMw6O53qIfV9Acp/Y4pbCef35bgv57X1PrYE6dj1dkS9Ml4YK35bCBoxiKWkSUn/0JsdpxT0shOn9RXjhRGFwwcAggwNtuv2bVR1BG/qf4+bx8WiZKDfDVkRgpjWbFwqgLoqUVPQgisfhICtoy4CQ36LMobXNLNB+3fdH++gvCUIp32yNHzZWixVVp+YNy4Ta7pML5CLbqLTQCT7vf7a9Oi41Plk/EfTiXWSuPFLR+TVz/2oTUjdcJ5M6CPZp9ywTBFrX0zEv5ru5qaAk3M3tg2zmTLzqs+rCRfeVEKp3ovEZqWqYfoA6OcYO3p3bqtTLZ/evG6yCMGrdDqSNM/gNOSKsgZ1529xyY3OQsdRCD/NRUc4aQlP0KgBgdNiNCYaolRKmOBHy6zfDq1+eksBh2541BnlpIWFpEY2vRNT53lLJ2X/mQFXrHLIMSNwoFb6Ux/yZEFml6oF51w2IyNC1zbWX6ZN9ZX0qe0xco73AVRa9chT4nznEwcjy1hNSFyyFCiLUt68pJHmNztdFtwwDYb5904WJJW3t9WIHrXNyfZQrib6a3LD6GdOZnkg6qX00LKgzMtIsGriYkscZ1cfgInB7j7bKwHszV7DBjbtBaYMqQ6RcI9TCLWlqUtIzpT6bDAqU1WZyqflRbg/ZqGhi90DR0+bIzzn6/H74Di2cQqoY5ZR+FS27AaBFRsHRKQMqySXYiyi2oQVzd5hm/+p6YJr8F67/Ab1aV9sle0Qi4H0R2ag33Cr/T8nTlKe2lIACi6tky7lJv7o4jT289K8uyBqZvItbFioRuP59iWn9ayf5BWfdIaxoZCDO8iXc+YSG7pB1kFvQkj8+w4uR8ocq2HbxD+mtJwtfhaGoWlJyq202xSPNJWRwYY0j/dN0otrQZ25c0Jivlivt7u+zPHNEE83gBcWbzNlqQc0+MQq1mqumnlXOjumd1TsFck71s5McHe5NM/SmKfjFANLmqck5oG7WbWATqK5gFBuL1KqUgu4Pb0vbY+ykUPgAi/82qeeVi2/czm05MEuLb20oJ5M0l51h78oIaKbYof1DLiDwWK3g59zuY2x6zS7mHagK/vhFqvJdgNP897H/Zr+mvAqdlHAIh5GpZ/rEFWMADyC5LsZWOHjZv83nwfwo+BUSZg7yHYOd2PMIXwTJufec76CfYmZdizWXDZ3bFoQYEJP3juLiXCXIX96w6Vk5yrR+ndTZGT5rdpWw8EBs3qilx8HS5zFnL2fKUn6oTfYemLNWPkMu/QzIC9icOmigA1NzCoGfX2FpwW8P+3Sv/eTPfdtfvIm7PQ40CrmlHUhVS96RYBipoWSU52Fj3rWuxcAZ2Fs0DeNuhb8nuWPILSk0RcJvPpFQIWWy2HgyJNWutQ5ktZj9oA4/uHl9GEXowkmAgxsAKLPGUNeI3IBf6jUZqxcl5meGDmeaa0rTk9T6PhPc1aNkltW5ufIUR2rZMhn05THjNgydi+xlvGVWwJPKwLyua7PuIEFJbofyQ3Xb0IU0cDIbWXbPUOHwp3VFQz5TbBcn3VFWt4h96xDrQI47Qd9IIvsPK7BO0aZ7Zau42ZSB+3DEXl3j3WFzlULuV1RVB5YK+d3BJczR1wTwJfFQcBttNzrMAi/dOcrNA+PgRxWuLiYuBczicJjjaGc7bq83ZPapaOGJ3Cli9/GKp+5vWshYvHTt6QrHILLQLDs+6XUWKuCO7NWJzlMUvU6qxsPDZ+y1EsiG9hKJnouumqSpTYN7AzYKWdGfBz6bFaDh0p+tghRXBq0lSR4YhV/UgYYqIpVcydQkQEqjPGC/MgP6+jLZSKKokHnvh/dACs4y132cCagAXIag6EFK406tNf4VdQ13rq4xR2PfeA+LpljtKZmDx/TObopKOJzotHN/Wm5kFq+gGB8zBPLNKwOjTYiNlJ7cqJ6Noe8XLkXY6wb+41Da1MiJuYVCJD69Q9hne3ISgRYtrVng0d32MZVbrTGcKsz79zKvuaLgZyqi27g3IOgf5h0mOwIbYZz2bLkcmMWBaV+IfetkT0OdxlId6yR6qWfpuq2nfhNnK6EJM7cmHh3gQatexb6Moa4NGDjetO0p/AJQgCQ6T+n/4V6U6BDR0WwsbSHTRbWuzhDLqu4jErX6qqwZcYsTjVYPu5Cm9zPCcaozR3BVPqnW8NlvN26507Y3NW5DxWERl9I7VtkwkrDCXRNE0LDQGG2xNXSDs8CS5WPY+Z0MxJHLX5vxQ7O8NFnnl7aZbqKt7BmYg5Rb+D8HvunRWjSnWnFzDiVJJbAktQC8r/pz1ThQ4mw+ioa2g83prW9zpR7oHb0XYjZgUhjmAQItRDyImLHy+9qpO+rWPnwu9aVAT6Ylp3iz1aAJAdEV919sI3UDn+0hdhjibu9YM99Ma5xoKgbwdQi9E9jpvV1bXOiq7/LZ1Ww+kDY2VMAXxXMmIkQEd/FL8YFx+HplMnkzHNPzknOHG2/rFOFbhxNRmeu/EtirJEtO8BIL5fS2BccyyfvpJQL8n/LpHg748p5f0+jFqiwLbAkLupndaOCDdJqGa21/QiaMDuuOaoM5gfbQhL5HWiE97hRhOqtpvlpPRnTUElFu70EoLHa6uoDRe4rprGYIaysrr8fITJT87OxONNp3hEWKvTOmWAxnBXWhxhNawuHbeth9VrT2dghpKulAIusrB0ETWzOBcd+lnvW/j6+cRNrTSYa3OU/nA0GAT7MIFghmQN/sidsoFKm7OuepJWbCeIDIMROjQKjKxebXyx17mK8DfbnDpG3uVr5m2/w6uAMIWlnWFApS+g7rKu8a5CtCrsTlUFdD1vb8URp9T6ZmvW56TG1awiuPksw20qFJ2UTgEIHohJjVZd6Nm6Yec4RMFSeAbZmQvURKGTgC7ub/wnT0wJKYEmAcQuy5ORxxTiHE9V7bQJtbAEmgVm4hUljfgBrLpWZg3PTgHy9uHKmhQ5EAarmiWcbZHODxdhGnZxxYfvPjJz/yTOw2vGAXwIPE4noK43rVMQjw05ph3pFg7DAguhe+S9U2eLMhlF6kJMh/llhMVdDkm8zGLjwu+qrjKpo8C08/ud2yKYEp/RDUgufkKkttTXZgEXl3h/CB/1AeodCjEYdjS9QXt/0QE8T/AFC7KtOqw0GopkA100NQL/K07dv+kLCuMtFc8+wdVlEoN4rCXRexPNp09G49LLmnnuGw/Ec2b63EZr3OsbPcArKjZNr6pkN6ri+WsIH+uMxux8uFZ6Jmvng7KuYs/bKC4rfibbPp42rnvDAeq65Qgc6Ja0K1c2fn72K8gCZyTRhgV7kbPgvzkXiOPcV9V9dkkzhillR2S+ZxPjQ5QWrKBbKXtHJf1EoBhjdCSyRy+Jgn6eGQhd753LckOOvb0z/0l5kK71h8/zfYdM8KlutBFNcXFTik95nQjdmegevSdMHvuEj76v2mBEw93wDcd9hnVem4MGPfnX71aUSDam21P2i5++/JLwewBfrvNC98CXDCN64ghNCGk8yDDdvS4ifDGs94HF98Z4c9My3Dk7Yp2ZJ5tevRnECr8FW6t9W5pP13IG6mr53VAlA9aYOYAtp3OME0JdSyEDTblOw8pUkKU23b4s1m7PBi3fb1wZyqBhspk+YLh2zgz290PGyZ1EwS7MVd2ct4+pDa1hW6Z1bphJ6tY1GnpB/srM90krLOgalUwtFXKilnEeSyQpxz28CKVcsK4KulDl2MLRoRnhF/OZizobozRyVID0gaVxRCgsntziabAFPukuXmtEL4FcP+NMSpsIlBvOM3XbPjza8U1tObZ3A8/vyfH8yArWrrRwTJzC9dEzYzyaR8waGsRQEpf1sNCC3TUWC1HpMwa396sJ4rxjqDkm+NlE8QYJR4HJY+XibxShg3PYwcAFghYewswFUvno02DqMNkwNYGHSFxk8kG3iOLWmnnyhr6LSxYFbbbwzhfX6J5+t876p7LWT3EDGF+KYL81FTYKl6MEObx5RgRmvqrh4Sc7Ha0ulO3c9RiIhsmu7b4OktHq48P20nlADy72I9+6blyBE83gpiB6zFpluq3S5iDfau0SiAiqcOHWD7OJQXZE/iOEM2V3KeWte+7MN+B09ZClSG3p0SOQ8Z5m+WONZuK/G1kbnHghSpK7EnNqo7QHXHV5g3BjOKJr6XNUGv9uzOz0dUB8GksEjfPXhWvzlFTv4b8ZfJi02uSudFn6hlZVM9BYgxdv4Cvdyq/rxMb6ku6XmBRzDuWAc8og45YYWJAIrGHdgCnHBTwXFxLjkouqAKfbxPnkfWiloIEl+w+Kn29lqA7ZNx+7VEx8YyuTzi/EIrylOhzVZk7ILS4OpBv6sQhrxI8G6zEm1cpaUpKZBTmrX+47DzA4BhouL2H/WdpyJXCMlbtEVkds5HIr4zMgX67SuXWgmEumgU/0fFVPK90XRx9Z9CzxN6hYKLWR2NH6aca3AguSCMaBUsxqtlEVTyaaAFdAx7qRltYqJRTzO7BAr7wrmFxQVf2pcoCGcm5+i1SVq7VXDq71bm9W3Fok9QLdcwqTe9I3IsQR2fsLD1q/G4NbpAfJQmBoAjMwBVEwcdxJ0c0HN726YLFbJzwZQzLfUCA369jZUNoyy7Kdf/dQ5o4o5NuDFXq638aM+jlmUU+ZKF7Y89GPCPrXs5SN9UAMK0SbVFUVX9H+LEn2yuzf/Ncl/vWH2IiNfVJOi2EnSQLvyXjnckfQskzELLK3SSY/3VEu8XwnVeQA/rdkqWZhA/1C38C8J0cm41mjzk8Cq3pZARu/BPICJQJvBNynLwKo6BCTtQSW6sx34r3C113y/VhJTnthfwEaH5zMSqFW9dQiyLFlyr9zc3dkO7rj88x3odRcQclrqJg8cWTPiOtGliegwcI7VfhZh5H3vH7fahDctLgKuwgq/tKy9UUuT5/VFh7wZ2sD/1+2ealZmgPqP+1LZ53qhLhP7rjwgGJo38w/z72S9NrGxgm9cGenJEsTivKxMM4WUVI2WDI+L2zDD5kEtzeH+D0LTVwZgmuGspZD9DNaOM4QkdlGinH/YthC7ZoV1Cg+bNnOn8zrpafS9tr5DR5Q6M1S+u6EUF3vAkv7A0BXA5QYlIpmF0Kgrz2vCu4Wl1DzgT5r4JkLtpb+ip5CKFGk9ijS3BkLJteo90cABfaLUDR8vXpoKkFo9bozJcpqCeSVEm9b+nvpwlvMvrlwi60zETiiBqMNGUUz3650Og+CKXWKAFsaDXg5KhofSSmBFMWbCpjbql/L0Ss3B3Q4pzYfTtJksGaGqjdjjyMHWYnetMsmzHFl2Q8OXZZswA4WAsAKkj5znHBZyJ/G8acFZdFhAV5lnvJhmDvNZQZhhO9Qsxly3Vjyo1RX52xPoMOhOzX4AkMuklPDjiPKvFwP59qYVjjT1L5v2za2hBi69sJazmoHwqtXpdsYqKGq8zlPNaRcj7NPLrDj6bfAGgwDLcsSG6vi7Dzohc26rfZJnQl4qug1+bHeENmv9Lac5pj49iGxTuDkdU1dEWo1DrvYkvey3qtHT2qQYya5iaH0euqO0+JW/ZLbqUxj40CCfEwZnwfhDh2z7ZaYX1rX5NBZY2EjHWBfEzLS8y+DYmVfZsAtqsKTYtwJ8sBthM/VyQ+vZDcjP4vo3km8QL8J3Z85oBMqNnRN00qmV2ZI60z+nFPzdgmJeNURIPoT2PhkgOYOZ56DVgtPMNzTNgWhOFZn8OMugDomJUrqay70IQ+lUtBKvnr7Y6JiaxbvBxDygi0hgTNzUifLMJ4o0dcYqSRV53ioE6yvvCHKkgCi+Ta0Mo+D7tOA+qZiH/I122eJaAqVGSKeTssOJCEolFLcuMLB+x/mR/qt0U0JeEUbvmA1w5DCCOOMhlLAwZFwN/ey48xYOLfedJZWZvCNVYo43g9IxPaNrpP6jfOyf2IlSLuvNl8IMA5uDMNpgdwdOmE7fjxhj9s/fRLG6Y6Q9A/cAeWPbWkep3SNmsL6EcccCDe8ewNGCqJ5dbzE0V4U1l03+Nr017n9bzQPI+4DU0vXgnIp2QLguB66wqIN3V2tLuhrQLcS/tyoDdTXGX9P1iNi3nQPO9vGVpe8ou2qUyjTLZg/nbPOvDg/XjKC4dbXVFNn3ErAA/BOtI3/p0HdIZuKxSRi5ioGoQlUCVaF5ojJzDSKEVJoctU4j5Sbpqf/jufY8zLSNWkKsfk1eKZ/3Uh4X+YyIF2wC1MWb4EQIGpK3iyWrvW4SHr0Refx1oLobLGjDXplXG1SgFFzCX+YgCuddDbnlG4Ucp2LoHiHDaVyzVz72sRKwk0/Jdc1grMBkST1L3kcqFiNMa3Nku/vdG3mUqM8j8zgD1koP9v/BpB7s+OurEIRBxkz4fOVp9UUZdqRqb/feTrPqKfCMDGsBbwBdTAq8vAXKBq3LeQj20gyhYuFbCLwrp8uVTjYDPcCnXQhB1NBl99tuVv7N4R6KjXNEqSiSra7D0KT0C+K7YEgt1vEbjPlhegpSIVYFqN1CtszEHrEthSzJM5lrWvB1cux6HHH6P0syvof6YCsKWsCKlk6iuKNb5orTQHW7Tl8whU7bGpfnolttozjjI7j/GcAtpzAoS8Xzc2Ciblu2Pz5rhRpLVsQwSimMuiTJYZwPhpj0f4twvQrdqE5FOvG1U4pd6Ue6pX1nivILcpLLMoPRQz7WLtcmDtNCzDpJWRdJo5LR22ifZAy48NdCX6SOodWsaS7LT2HRvwkaseL//VwmsjkXh7navY+7sA=`,
  Hi = {};
ue(Hi, {
  CoreEngine: () => Ui,
  Run: () => Wi,
  Tag: () => Gi,
  beginAutopilot: () => Ki,
  calibrated: () => qi,
  checkAutopilot: () => Ji,
  finishCode: () => Yi,
  initSync: () => Sa,
  readReply: () => Xi,
  scratch: () => Zi,
  stripThinking: () => Qi,
  unknownTaskKey: () => $i,
  unknownWord: () => ea,
});
var Ui = class e {
  static __wrap(t) {
    const n = Object.create(e.prototype);
    return ((n.__wbg_ptr = t), na.register(n, n.__wbg_ptr, n), n);
  }
  __destroy_into_raw() {
    const e = this.__wbg_ptr;
    return ((this.__wbg_ptr = 0), na.unregister(this), e);
  }
  free() {
    const e = this.__destroy_into_raw();
    Y.__wbg_coreengine_free(e, 0);
  }
  get acceptanceThreshold() {
    const e = Y.coreengine_acceptanceThreshold(this.__wbg_ptr);
    if (e[2]) throw q(e[1]);
    return e[0];
  }
  begin(e, t, n, r) {
    let i = +(ma(n) ? 2 ** 53 - 1 : n >>> 0),
      a = +r,
      o,
      s,
      c,
      l;
    try {
      (o = G(e, Y.__wbindgen_malloc)), (s = J), (c = W(t, Y.__wbindgen_malloc)), (l = J);
    } catch (e) {
      throw (c && Y.__wbindgen_free(c, l * 1, 1), o && Y.__wbindgen_free(o, s * 8, 8), e);
    }
    const u = Y.coreengine_begin(this.__wbg_ptr, o, s, c, l, i, a);
    if (u[2]) throw q(u[1]);
    return Wi.__wrap(u[0]);
  }
  get critiquePrompt() {
    let e, t;
    try {
      const i = Y.coreengine_critiquePrompt(this.__wbg_ptr);
      var n = i[0],
        r = i[1];
      if (i[3]) throw ((n = 0), (r = 0), q(i[2]));
      return ((e = n), (t = r), U(n, r));
    } finally {
      Y.__wbindgen_free(e, t, 1);
    }
  }
  laidOver(t, n) {
    let r, i, a, o;
    try {
      (r = G(t, Y.__wbindgen_malloc)), (i = J), (a = W(n, Y.__wbindgen_malloc)), (o = J);
    } catch (e) {
      throw (a && Y.__wbindgen_free(a, o * 1, 1), r && Y.__wbindgen_free(r, i * 8, 8), e);
    }
    const s = Y.coreengine_laidOver(this.__wbg_ptr, r, i, a, o);
    if (s[2]) throw q(s[1]);
    return e.__wrap(s[0]);
  }
  get maxReflections() {
    const e = Y.coreengine_maxReflections(this.__wbg_ptr);
    if (e[2]) throw q(e[1]);
    return e[0] >>> 0;
  }
  constructor(e, t) {
    let n, r, i, a;
    try {
      (n = G(e, Y.__wbindgen_malloc)), (r = J), (i = W(t, Y.__wbindgen_malloc)), (a = J);
    } catch (e) {
      throw (i && Y.__wbindgen_free(i, a * 1, 1), n && Y.__wbindgen_free(n, r * 8, 8), e);
    }
    const o = Y.coreengine_new(n, r, i, a);
    if (o[2]) throw q(o[1]);
    return ((this.__wbg_ptr = o[0]), na.register(this, this.__wbg_ptr, this), this);
  }
  settings() {
    return Y.coreengine_settings(this.__wbg_ptr) >>> 0;
  }
};
Symbol.dispose && (Ui.prototype[Symbol.dispose] = Ui.prototype.free);
var Wi = class e {
  static __wrap(t) {
    const n = Object.create(e.prototype);
    return ((n.__wbg_ptr = t), ra.register(n, n.__wbg_ptr, n), n);
  }
  __destroy_into_raw() {
    const e = this.__wbg_ptr;
    return ((this.__wbg_ptr = 0), ra.unregister(this), e);
  }
  free() {
    const e = this.__destroy_into_raw();
    Y.__wbg_run_free(e, 0);
  }
  abort(e, t, n) {
    let r = +n,
      i,
      a,
      o,
      s;
    try {
      (i = K(e, Y.__wbindgen_malloc, Y.__wbindgen_realloc)), (a = J), (o = ha(t, Y.__wbindgen_malloc)), (s = J);
    } catch (e) {
      throw (o && Y.__wbindgen_free(o, s * 4, 4), i && Y.__wbindgen_free(i, a * 1, 1), e);
    }
    const c = Y.run_abort(this.__wbg_ptr, i, a, o, s, r);
    if (c[1]) throw q(c[0]);
  }
  advancedMs() {
    return Y.run_advancedMs(this.__wbg_ptr);
  }
  fail(e, t, n, r) {
    let i = +e,
      a = +r,
      o,
      s,
      c,
      l;
    try {
      (o = K(t, Y.__wbindgen_malloc, Y.__wbindgen_realloc)),
        (s = J),
        (c = K(n, Y.__wbindgen_malloc, Y.__wbindgen_realloc)),
        (l = J);
    } catch (e) {
      throw (c && Y.__wbindgen_free(c, l * 1, 1), o && Y.__wbindgen_free(o, s * 1, 1), e);
    }
    const u = Y.run_fail(this.__wbg_ptr, i, o, s, c, l, a);
    if (u[1]) throw q(u[0]);
  }
  key() {
    let e, t;
    try {
      const n = Y.run_key(this.__wbg_ptr);
      return ((e = n[0]), (t = n[1]), U(n[0], n[1]));
    } finally {
      Y.__wbindgen_free(e, t, 1);
    }
  }
  poll(e, t) {
    const n = Y.run_poll(this.__wbg_ptr, e, t);
    if (n[2]) throw q(n[1]);
    return n[0] >>> 0;
  }
  replyText(e, t, n, r, i, a, o, s, c, l, u, d) {
    const f = Y.run_replyText(this.__wbg_ptr, e, t, n, r, i, a, o, s, c, l, u, d);
    if (f[1]) throw q(f[0]);
  }
  reply(e, t, n, r, i) {
    let a = +e,
      o = +(ma(r) ? 2 ** 53 - 1 : r >>> 0),
      s = +i,
      c,
      l,
      u,
      d;
    try {
      (c = G(t, Y.__wbindgen_malloc)), (l = J), (u = W(n, Y.__wbindgen_malloc)), (d = J);
    } catch (e) {
      throw (u && Y.__wbindgen_free(u, d * 1, 1), c && Y.__wbindgen_free(c, l * 8, 8), e);
    }
    const f = Y.run_reply(this.__wbg_ptr, a, c, l, u, d, o, s);
    if (f[1]) throw q(f[0]);
  }
  resume(e, t, n, r) {
    let i = +e,
      a = +r,
      o,
      s,
      c,
      l;
    try {
      (o = G(t, Y.__wbindgen_malloc)), (s = J), (c = W(n, Y.__wbindgen_malloc)), (l = J);
    } catch (e) {
      throw (c && Y.__wbindgen_free(c, l * 1, 1), o && Y.__wbindgen_free(o, s * 8, 8), e);
    }
    const u = Y.run_resume(this.__wbg_ptr, i, o, s, c, l, a);
    if (u[2]) throw q(u[1]);
    return u[0] !== 0;
  }
  resumed(e, t, n) {
    let r = +n,
      i,
      a,
      o,
      s;
    try {
      (i = G(e, Y.__wbindgen_malloc)), (a = J), (o = W(t, Y.__wbindgen_malloc)), (s = J);
    } catch (e) {
      throw (o && Y.__wbindgen_free(o, s * 1, 1), i && Y.__wbindgen_free(i, a * 8, 8), e);
    }
    const c = Y.run_resumed(this.__wbg_ptr, i, a, o, s, r);
    if (c[1]) throw q(c[0]);
  }
  review(e, t, n) {
    const r = +e,
      i = +n;
    var a = ma(t) ? 0 : K(t, Y.__wbindgen_malloc, Y.__wbindgen_realloc),
      o = J;
    const s = Y.run_review(this.__wbg_ptr, r, a, o, i);
    if (s[1]) throw q(s[0]);
  }
  seed() {
    return Y.run_seed(this.__wbg_ptr) >>> 0;
  }
  setKey(e) {
    const t = K(e, Y.__wbindgen_malloc, Y.__wbindgen_realloc),
      n = J;
    Y.run_setKey(this.__wbg_ptr, t, n);
  }
  settings() {
    return Y.run_settings(this.__wbg_ptr) >>> 0;
  }
  toolResult(e, t, n, r, i, a) {
    const o = Y.run_toolResult(this.__wbg_ptr, e, t, n, r, i, a);
    if (o[1]) throw q(o[0]);
  }
};
Symbol.dispose && (Wi.prototype[Symbol.dispose] = Wi.prototype.free);
var Gi = Object.freeze({
  Null: 0,
  0: `Null`,
  False: 1,
  1: `False`,
  True: 2,
  2: `True`,
  Number: 3,
  3: `Number`,
  Text: 4,
  4: `Text`,
  List: 5,
  5: `List`,
  Map: 6,
  6: `Map`,
  Other: 7,
  7: `Other`,
  End: 8,
  8: `End`,
  Constant: 9,
  9: `Constant`,
  Host: 10,
  10: `Host`,
  Rope: 11,
  11: `Rope`,
  Json: 12,
  12: `Json`,
  Part: 13,
  13: `Part`,
  Struct: 14,
  14: `Struct`,
});
function Ki(e, t, n, r) {
  let i = +(ma(n) ? 2 ** 53 - 1 : n >>> 0),
    a = +r,
    o,
    s,
    c,
    l;
  try {
    (o = G(e, Y.__wbindgen_malloc)), (s = J), (c = W(t, Y.__wbindgen_malloc)), (l = J);
  } catch (e) {
    throw (c && Y.__wbindgen_free(c, l * 1, 1), o && Y.__wbindgen_free(o, s * 8, 8), e);
  }
  const u = Y.beginAutopilot(o, s, c, l, i, a);
  if (u[2]) throw q(u[1]);
  return Wi.__wrap(u[0]);
}
function qi(e, t) {
  let n, r, i, a;
  try {
    (n = G(e, Y.__wbindgen_malloc)), (r = J), (i = W(t, Y.__wbindgen_malloc)), (a = J);
  } catch (e) {
    throw (i && Y.__wbindgen_free(i, a * 1, 1), n && Y.__wbindgen_free(n, r * 8, 8), e);
  }
  const o = Y.calibrated(n, r, i, a);
  if (o[2]) throw q(o[1]);
  return o[0] >>> 0;
}
function Ji(e, t) {
  let n, r, i, a;
  try {
    (n = G(e, Y.__wbindgen_malloc)), (r = J), (i = W(t, Y.__wbindgen_malloc)), (a = J);
  } catch (e) {
    throw (i && Y.__wbindgen_free(i, a * 1, 1), n && Y.__wbindgen_free(n, r * 8, 8), e);
  }
  const o = Y.checkAutopilot(n, r, i, a);
  if (o[1]) throw q(o[0]);
}
function Yi(e) {
  const t = K(e, Y.__wbindgen_malloc, Y.__wbindgen_realloc),
    n = J;
  return Y.finishCode(t, n);
}
function Xi(e, t, n) {
  let r, i, a, o, s, c;
  try {
    (r = K(e, Y.__wbindgen_malloc, Y.__wbindgen_realloc)),
      (i = J),
      (a = G(t, Y.__wbindgen_malloc)),
      (o = J),
      (s = W(n, Y.__wbindgen_malloc)),
      (c = J);
  } catch (e) {
    throw (s && Y.__wbindgen_free(s, c * 1, 1), a && Y.__wbindgen_free(a, o * 8, 8), r && Y.__wbindgen_free(r, i * 1, 1), e);
  }
  const l = Y.readReply(r, i, a, o, s, c);
  if (l[2]) throw q(l[1]);
  return l[0] >>> 0;
}
function Zi(e) {
  return Y.scratch(e) >>> 0;
}
function Qi(e) {
  let t, n;
  try {
    const r = K(e, Y.__wbindgen_malloc, Y.__wbindgen_realloc),
      i = J,
      a = Y.stripThinking(r, i);
    return ((t = a[0]), (n = a[1]), U(a[0], a[1]));
  } finally {
    Y.__wbindgen_free(t, n, 1);
  }
}
function $i(e, t) {
  let n, r;
  try {
    let i, a, o, s;
    try {
      (i = K(e, Y.__wbindgen_malloc, Y.__wbindgen_realloc)),
        (a = J),
        (o = K(t, Y.__wbindgen_malloc, Y.__wbindgen_realloc)),
        (s = J);
    } catch (e) {
      throw (o && Y.__wbindgen_free(o, s * 1, 1), i && Y.__wbindgen_free(i, a * 1, 1), e);
    }
    const c = Y.unknownTaskKey(i, a, o, s);
    return ((n = c[0]), (r = c[1]), U(c[0], c[1]));
  } finally {
    Y.__wbindgen_free(n, r, 1);
  }
}
function ea(e, t, n) {
  let r, i;
  try {
    let a, o, s, c, l, u;
    try {
      (a = K(e, Y.__wbindgen_malloc, Y.__wbindgen_realloc)),
        (o = J),
        (s = K(t, Y.__wbindgen_malloc, Y.__wbindgen_realloc)),
        (c = J),
        (l = K(n, Y.__wbindgen_malloc, Y.__wbindgen_realloc)),
        (u = J);
    } catch (e) {
      throw (l && Y.__wbindgen_free(l, u * 1, 1), s && Y.__wbindgen_free(s, c * 1, 1), a && Y.__wbindgen_free(a, o * 1, 1), e);
    }
    const d = Y.unknownWord(a, o, s, c, l, u);
    return ((r = d[0]), (i = d[1]), U(d[0], d[1]));
  } finally {
    Y.__wbindgen_free(r, i, 1);
  }
}
function ta() {
  return {
    __proto__: null,
    './reflect_engine_bg.js': {
      __proto__: null,
      __wbg_String_f25c6a2be2b6c4cc: (e, t) => {
        const n = K(String(t), Y.__wbindgen_malloc, Y.__wbindgen_realloc),
          r = J;
        oa().setInt32((e >>> 0) + 4, r, !0), oa().setInt32((e >>> 0) + 0, n, !0);
      },
      __wbg___wbindgen_string_get_7ce8eee7fd327545: (e, t) => {
        const n = t,
          r = typeof n == `string` ? n : void 0;
        var i = ma(r) ? 0 : K(r, Y.__wbindgen_malloc, Y.__wbindgen_realloc),
          a = J;
        oa().setInt32((e >>> 0) + 4, a, !0), oa().setInt32((e >>> 0) + 0, i, !0);
      },
      __wbg___wbindgen_throw_4c88d8bf264fd984: (e, t) => {
        throw Error(U(e, t));
      },
      __wbg_getRandomValues_8b6f1f663e6f188d: function () {
        return pa((e, t) => {
          globalThis.crypto.getRandomValues(aa(e, t));
        }, arguments);
      },
      __wbg_new_cd4348290afae586: () => ({}),
      __wbg_parse_c3f72b5a24f83c01: function () {
        return pa((e, t) => JSON.parse(U(e, t)), arguments);
      },
      __wbg_set_2793479888329cb6: function () {
        return pa((e, t, n) => Reflect.set(e, t, n), arguments);
      },
      __wbg_stringify_0a0fbf2ef722380a: function () {
        return pa((e) => JSON.stringify(e), arguments);
      },
      __wbindgen_generic_0000000000000001: (e, t) => U(e, t),
      __wbindgen_init_externref_table: () => {
        const e = Y.__wbindgen_externrefs;
        e.set(0, void 0), e.set(1024, void 0), e.set(1025, null), e.set(1026, !0), e.set(1027, !1);
      },
    },
  };
}
var na = typeof pe > `u` ? { register: () => {}, unregister: () => {} } : new pe((e) => Y.__wbg_coreengine_free(e, 1)),
  ra = typeof pe > `u` ? { register: () => {}, unregister: () => {} } : new pe((e) => Y.__wbg_run_free(e, 1));
function ia(e) {
  const t = Y.__externref_table_alloc();
  return (Y.__wbindgen_externrefs.set(t, e), t);
}
function aa(e, t) {
  return ((e >>>= 0), fa().subarray(e / 1, e / 1 + t));
}
var H = null;
function oa() {
  return (
    (H === null || H.buffer.detached === !0 || (H.buffer.detached === void 0 && H.buffer !== Y.memory.buffer)) &&
      (H = new DataView(Y.memory.buffer)),
    H
  );
}
var sa = null;
function ca() {
  return ((sa === null || sa.byteLength === 0) && (sa = new Float64Array(Y.memory.buffer)), sa);
}
function U(e, t) {
  return ((e >>>= 0), ya(fa().subarray(e, e + t)));
}
var la = null;
function ua() {
  return ((la === null || la.byteLength === 0) && (la = new Uint32Array(Y.memory.buffer)), la);
}
var da = null;
function fa() {
  return ((da === null || da.byteLength === 0) && (da = new Uint8Array(Y.memory.buffer)), da);
}
function pa(e, t) {
  try {
    return e.apply(this, t);
  } catch (e) {
    const t = ia(e);
    Y.__wbindgen_exn_store(t);
  }
}
function ma(e) {
  return e == null;
}
function ha(e, t) {
  const n = t(e.length * 4, 4) >>> 0;
  return (ua().set(e, n / 4), (J = e.length), n);
}
function W(e, t) {
  const n = t(e.length * 1, 1) >>> 0;
  return (fa().set(e, n / 1), (J = e.length), n);
}
function G(e, t) {
  const n = t(e.length * 8, 8) >>> 0;
  return (ca().set(e, n / 8), (J = e.length), n);
}
function K(e, t, n) {
  if (n === void 0) {
    const n = ba.encode(e),
      r = t(n.length, 1) >>> 0;
    return (
      fa()
        .subarray(r, r + n.length)
        .set(n),
      (J = n.length),
      r
    );
  }
  let r = e.length,
    i = t(r, 1) >>> 0,
    a = fa(),
    o = 0;
  for (; o < r; o++) {
    const t = e.charCodeAt(o);
    if (t > 127) break;
    a[i + o] = t;
  }
  if (o !== r) {
    o !== 0 && (e = e.slice(o)), (i = n(i, r, (r = o + e.length * 3), 1) >>> 0);
    const t = fa().subarray(i + o, i + r),
      a = ba.encodeInto(e, t);
    (o += a.written), (i = n(i, r, o, 1) >>> 0);
  }
  return ((J = o), i);
}
function q(e) {
  const t = Y.__wbindgen_externrefs.get(e);
  return (Y.__externref_table_dealloc(e), t);
}
var ga = new C(`utf-8`, { ignoreBOM: !0 });
ga.decode();
var _a = 2146435072,
  va = 0;
function ya(e) {
  return ((va += e.length), va >= _a && ((ga = new C(`utf-8`, { ignoreBOM: !0 })), ga.decode(), (va = e.length)), ga.decode(e));
}
var ba = new S();
`encodeInto` in ba ||
  (ba.encodeInto = (e, t) => {
    const n = ba.encode(e);
    return (t.set(n), { read: e.length, written: n.length });
  });
var J = 0,
  Y;
function xa(e, t) {
  return ((Y = e.exports), (H = null), (sa = null), (la = null), (da = null), Y.__wbindgen_start(), Y);
}
function Sa(e) {
  if (Y !== void 0) return Y;
  e !== void 0 &&
    (Object.getPrototypeOf(e) === Object.prototype
      ? ({ module: e } = e)
      : console.warn('using deprecated parameters for `initSync()`; pass a single object instead'));
  const t = ta();
  return (e instanceof WebAssembly.Module || (e = new WebAssembly.Module(e)), xa(new WebAssembly.Instance(e, t), e));
}
var X = _n(Hi, Vi);
function Z() {
  return X().glue;
}
var Ca = /^<(think|thinking|thought)>/i,
  wa = /<(thinking|thought)>/gi,
  Ta = [`<think>`, `<thinking>`, `<thought>`],
  Ea = class {
    held = ``;
    open;
    leads = !0;
    endless = new Set();
    read(e, t = !1) {
      let n = this.held + e;
      this.held = ``;
      let r = ``;
      for (;;) {
        if (this.open !== void 0) {
          const e = this.close(this.open, n, t);
          if (e === void 0) return r;
          n = e;
        }
        if (this.leads) {
          n = n.trimStart();
          const [e, i] = Ca.exec(n) ?? [];
          if (e !== void 0 && i !== void 0) {
            n = this.begin(i, n.slice(e.length), void 0);
            continue;
          }
          if (!t && (n === `` || Da(n))) return ((this.held = n), r);
          this.leads = !1;
        }
        const e = this.next(n);
        if (e === void 0) {
          const e = t ? -1 : n.lastIndexOf(`<`),
            i = e < 0 || !Da(n.slice(e)) ? n.length : e;
          return ((this.held = n.slice(i)), r + n.slice(0, i));
        }
        (r += n.slice(0, e.index)), (n = this.begin(e[1] ?? ``, n.slice(e.index + e[0].length), [e[0]]));
      }
    }
    next(e) {
      for (const t of e.matchAll(wa)) if (!this.endless.has((t[1] ?? ``).toLowerCase())) return t;
    }
    begin(e, t, n) {
      return ((this.open = { name: e.toLowerCase(), end: RegExp(`</${e}>`, `i`), held: n, tail: `` }), t);
    }
    close(e, t, n) {
      const r = e.tail + t,
        i = e.end.exec(r);
      if (i !== null) return ((this.open = void 0), r.slice(i.index + i[0].length));
      if (((e.tail = r.slice(-(e.name.length + 2))), e.held?.push(t), n && e.held !== void 0))
        return ((this.open = void 0), this.endless.add(e.name), e.held.join(``));
    }
  };
function Da(e) {
  const t = e.toLowerCase();
  return Ta.some((e) => e.startsWith(t));
}
var Oa = class {
  texts = new Map();
  judged = new Map();
  rejected = new Set();
  cleared = new Set();
  begun = new Map();
  keeps = !1;
  tell;
  runId;
  whole;
  constructor(e, t, n) {
    (this.tell = e), (this.runId = t), (this.whole = n);
  }
  get streamed() {
    return [...this.begun.values()].find((e) => e !== ``) ?? ``;
  }
  begin(e) {
    if (e.purpose !== `answer` && e.purpose !== `revision`) return;
    const { draftIndex: t, n, ...r } = e;
    if (n !== void 0)
      return {
        close: (e = ``) => {
          for (const [n, i] of ka(e).entries()) this.begin({ ...r, draftIndex: t + n })?.close(i);
        },
      };
    let i = new Ea(),
      { runId: a } = this,
      { callId: o, draftIndex: s } = e,
      c = !1,
      l = (e) => {
        e !== `` && (c || this.replaced(s), (c = !0), this.piece(s, o, e));
      },
      u = (e) => {
        this.begun.set(s, (this.begun.get(s) ?? ``) + e), this.whole || l(e);
      };
    return {
      attempt: () => {
        c && this.clear({ type: `draft.rejected`, runId: a, draftIndex: s }), (c = !1), this.begun.delete(s);
        const e = new Ea();
        return (
          (i = e),
          (t) => {
            i === e && u(e.read(t));
          }
        );
      },
      close: (e) => {
        const t = e === void 0 ? `` : Aa(e);
        t === ``
          ? c && this.clear({ type: `draft.rejected`, runId: a, draftIndex: s })
          : (u(i.read(``, !0)), this.whole && l(this.begun.get(s) ?? ``), c || this.replaced(s), this.texts.set(s, t)),
          this.begun.delete(s);
      },
    };
  }
  step(e) {
    `why` in e && (this.keeps = !0), e.type === `reflection` && this.judged.set(e.draftIndex, F(e));
  }
  done({ accepted: e, output: t, trace: { draftIndex: n, drafts: r, dropped: i } }) {
    const { runId: a } = this,
      o = r.at(-1)?.index ?? -1,
      s = new Set(r.map(({ index: e }) => e));
    for (const e of this.texts.keys())
      s.has(e) || (i > 0 && e < o) ? e !== n && this.reject(e) : this.clear({ type: `draft.rejected`, runId: a, draftIndex: e });
    for (const [e, t] of this.judged) t.needsRevision && e !== n && this.reject(e);
    const c = r.find(({ index: e }) => e === n);
    c !== void 0 && this.cleared.has(n) && this.piece(n, c.callId, t),
      e && this.tell({ type: `draft.accepted`, runId: a, draftIndex: n, text: t });
  }
  replaced(e) {
    this.texts.delete(e) && this.clear({ type: `draft.rejected`, runId: this.runId, draftIndex: e });
    for (const t of this.texts.keys()) t < e && !this.keeps && this.reject(t);
  }
  piece(e, t, n) {
    this.cleared.delete(e), this.tell({ type: `draft.delta`, runId: this.runId, draftIndex: e, callId: t, delta: n });
  }
  clear(e) {
    this.cleared.add(e.draftIndex), this.tell(e);
  }
  reject(e) {
    if (this.rejected.has(e)) return;
    this.rejected.add(e);
    const t = { type: `draft.rejected`, runId: this.runId, draftIndex: e },
      n = this.texts.get(e),
      { score: r, issues: i } = this.judged.get(e) ?? {};
    n !== void 0 && (t.text = n), r !== void 0 && (t.score = r), i !== void 0 && (t.issues = i), this.clear(t);
  }
};
function ka(e) {
  if (!l(e) || !Array.isArray(e.contents)) return [e];
  const { contents: t, ...n } = e,
    { finishReason: r = null, usage: i = null } = n,
    a = { finishReason: r, usage: i && {} };
  return t.map((e, t) => ({ ...(t === 0 ? n : a), ...(l(e) ? e : { content: e }) }));
}
function Aa(e) {
  if (typeof e == `string`) return Z().stripThinking(e);
  if (!l(e)) return ``;
  const { content: t, toolCalls: n } = e;
  return Array.isArray(n) && n.length > 0
    ? ``
    : typeof t == `string`
      ? Z().stripThinking(t)
      : Array.isArray(t)
        ? Z().stripThinking(t.map(ja).join(``))
        : ``;
}
function ja(e) {
  const t = l(e) && e.type === `text` ? e.text : ``;
  return typeof t == `string` ? t : ``;
}
var Ma = 8192,
  Na = 100,
  Pa = class {
    glue;
    memory;
    encoder = new S();
    finishCodes = new Map();
    bytes = new Uint8Array();
    at = 0;
    constructor(e, t) {
      (this.glue = e), (this.memory = t);
    }
    write(e) {
      const { buffer: t } = this.memory;
      return (
        e.length * 3 > this.bytes.length
          ? this.grow(e.length * 3)
          : t !== this.bytes.buffer && (this.bytes = new Uint8Array(t, this.at, this.bytes.length)),
        this.encoder.encodeInto(e, this.bytes).written
      );
    }
    finishCode(e) {
      let t = this.finishCodes.get(e);
      return (t === void 0 && ((t = this.glue.finishCode(e)), this.finishCodes.size < Na && this.finishCodes.set(e, t)), t);
    }
    grow(e) {
      const t = Math.max(Ma, 2 ** Math.ceil(Math.log2(e)));
      (this.at = this.glue.scratch(t) >>> 0), (this.bytes = new Uint8Array(this.memory.buffer, this.at, t));
    }
  },
  Fa;
function Ia() {
  if (Fa === void 0) {
    const { glue: e, raw: t } = X();
    Fa = new Pa(e, t.memory);
  }
  return Fa;
}
function La(e, t, n, { runId: r, isDurable: i, key: a, startedMs: o, origin: s, priced: l, settings: u }) {
  const d = L(() => e.begin(...R(t, qn), n, o)),
    { input: f } = c(t) ? t : {};
  return new Ba({
    run: d,
    runId: r,
    isDurable: i,
    key: a,
    startedMs: o,
    origin: s,
    input: typeof f == `string` ? f : void 0,
    priced: l,
    settings: u,
  });
}
function Ra({ run: e, seed: n, key: r, startedMs: i }, a) {
  const o = e.settings,
    { task: s = null } = e,
    c = L(() => new (Z().CoreEngine)(...R({})).laidOver(...R(o)));
  try {
    return La(c, s, n, { runId: a, key: r, startedMs: i, priced: !0, settings: o, origin: () => Pt(e) });
  } catch (e) {
    throw !(e instanceof t) || e.code !== `invalid_task`
      ? e
      : new t(`invalid_snapshot`, `the task of the snapshot: ${e.message}`);
  } finally {
    c.free();
  }
}
var za = [`answer`, `revision`, `agent`],
  Ba = class extends Wr {
    priced;
    written = new Map();
    settings;
    constructor(e) {
      const { input: t, priced: n, settings: r, runId: i = e.isDurable ? void 0 : Ha() } = e;
      super(e, X().memory, i), t !== void 0 && this.texts.push(I(t)), (this.priced = n), (this.settings = r);
    }
    resume(e, t, n) {
      super.resume(e, t, n), this.readSettings();
    }
    readSettings() {
      const e = new Un(X().memory).read(this.run.settings());
      e !== null && (this.settings = hn(e));
    }
    get chosen() {
      return this.settings;
    }
    mayReview(e, n) {
      try {
        L(() => this.review(e, void 0, n));
      } catch (e) {
        if (!(e instanceof t) || e.code !== `misuse`) throw e;
      }
    }
    answer(e, t, n) {
      const { call: r } = e;
      if (r.kind === `model` && za.includes(r.purpose) && !(`error` in t)) {
        const e = `modelAnswer` in t ? t.modelAnswer : t.reply;
        for (const [t, n] of ka(e).entries()) this.written.set(r.draftIndex + t, { callId: r.callId, reply: n });
      }
      super.answer(e, t, n);
    }
    remains(e) {
      const t = [...this.written].flatMap(([e, { callId: t, reply: n }]) => {
          const r = Aa(n);
          return r === `` ? [] : [{ index: e, text: r, callId: t, ...this.lookAt(e), verifiers: {} }];
        }),
        [n, ...r] = t;
      if (n === void 0) return;
      const i = ({ score: e = -1 }) => e,
        a = r.reduce((e, t) => (i(t) >= i(e) ? t : e), n),
        o = { judged: a.judged, drafts: t, draftIndex: a.index, reflections: t.length - 1, dropped: 0, revisionHistory: [] },
        s = Object.assign(new ei(this.resultName, () => this.snapshot()), {
          ...this.trapped(e),
          output: a.text,
          ...(a.score !== void 0 && { score: a.score }),
          iterations: t.length,
          runId: this.runId,
          trace: o,
        });
      return this.complete(s);
    }
    lookAt(e) {
      const t = this.steps.filter((t) => t.type === `reflection` && t.draftIndex === e).at(-1);
      return { judged: t !== void 0, ...(t?.score !== void 0 && { score: t.score }) };
    }
    reply(e, t, n) {
      const { call: r, number: i } = e;
      if (`modelAnswer` in t) return this.replyText(e, t.modelAnswer, n);
      const { reply: a } = t;
      if (r.kind === `tool`) return this.toolResult(i, a, n);
      for (const e of r.kind === `model` ? ka(a) : [a]) {
        const t = r.kind === `model` ? Va(e) : void 0;
        this.run.reply(i, ...R(e, qn), t === void 0 ? void 0 : this.texts.length, n), t !== void 0 && this.texts.push(I(t));
      }
    }
    replyText(e, t, n) {
      const { content: r, usage: i, finishReason: a, model: o } = typeof t == `string` ? { ...Wa, content: t } : t;
      if (this.priced && o !== void 0) return this.reply(e, { reply: t }, n);
      const s = a === void 0 ? 0 : Ia().finishCode(a),
        c = Ia().write(r),
        { inputTokens: l, outputTokens: u, totalTokens: d, cachedTokens: f, reasoningTokens: p, costUsd: m } = i ?? Ua;
      this.run.replyText(
        e.number,
        c,
        r.length,
        this.texts.length,
        l ?? NaN,
        u ?? NaN,
        d ?? NaN,
        f ?? NaN,
        p ?? NaN,
        m ?? NaN,
        s,
        n,
      ),
        this.texts.push(r);
    }
    toolResult(e, t, n) {
      const r = typeof t != `string`,
        i = r ? Pt(t) : t;
      this.run.toolResult(e, r, Ia().write(i), i.length, this.texts.length, n), this.texts.push(i);
    }
    completed(e) {
      const { stepsTaken: t } = this;
      return this.complete(Zr(e, this.resultName, this.runId, () => this.snapshot(t)));
    }
    get resultName() {
      return this.settings === void 0 ? `AutopilotResult` : `ReflectResult`;
    }
    complete(e) {
      const { trace: t } = e;
      (t.steps = this.steps.slice()), this.settings !== void 0 && (t.settings = this.settings);
      const { drafts: n, draftIndex: r, metadata: i } = t,
        a = n?.find(({ index: e }) => e === r),
        o = this.log.find((e) => e.do === `reply` && e.call === a?.callId),
        s = o?.do === `reply` ? o.value : void 0;
      return (i !== void 0 && typeof s == `object` && s && `model` in s && s.model !== void 0 && (i.model = s.model), e);
    }
  };
function Va(e) {
  const t = l(e) ? e.content : e;
  return typeof t == `string` ? t : void 0;
}
function Ha() {
  return typeof crypto == `object` && typeof crypto.randomUUID == `function` ? crypto.randomUUID() : void 0;
}
var Ua = {},
  Wa = {};
function Ga(e) {
  if (typeof e != `object` || !e) throw Q(`a tool must be an object, got ${String(e)}`);
  const t = e;
  if (`function` in t)
    throw Q(
      `a tool must be { name, description, schema, execute }, got one in the form of OpenAI, which says nothing of how it is run`,
    );
  if (typeof t.name != `string` || t.name.trim() === ``) throw Q('a tool must have a `name`');
  if (!/^[\w-]{1,64}$/.test(t.name))
    throw Q(`\`name\` \
of a tool must be 1 to 64 of a-z, A-Z, 0-9, _ and -, or providers refuse it, got ${u(t.name)}`);
  if (typeof t.execute != `function`) throw Q(`tool \`${t.name}\` must have a function \`execute\``);
  const n = [`inputSchema`, `input_schema`].find((e) => e in t);
  if (n !== void 0)
    throw Q(`tool \`${t.name}\` ha\
s \`${n}\`: here it is called \`schema\``);
  const i = t.schema ?? t.parameters ?? { type: `object` };
  if (typeof i != `object` && typeof i != `function`)
    throw Q(`the \`schema\` of tool \`${t.name}\` must be a Standard Schema or a JSON Schema`);
  try {
    const e = (t.parameters === void 0 || `~standard` in t.parameters ? void 0 : t.parameters) ?? ot(i, `input`);
    return { tool: t, parameters: e ?? { type: `object` }, isUntold: e === void 0, check: at(i) };
  } catch (e) {
    throw Q(`the schema of tool \`${t.name}\` cannot be used: ${r(e)}`, e);
  }
}
function Q(e, n) {
  return new t(`invalid_task`, e, n === void 0 ? {} : { cause: n });
}
var Ka = class {
  core;
  redaction;
  out = new Map();
  trap;
  drained = !1;
  over = !1;
  constructor(e, t) {
    (this.core = e), (this.redaction = t);
  }
  poll(e = Date.now()) {
    const t = v(`nowMs`, e),
      [n] = this.call((e) => e.poll(t, !1));
    if (((this.drained = n === void 0), (this.over = n?.type === `done`), n === void 0))
      return { type: `wait`, callIds: [...this.out.keys()] };
    if (
      (n.type === `step` && this.redaction !== void 0 && (n.step = this.redaction.step(n.step)),
      n.type === `done` && this.redaction?.result(n.result, n.result.trace),
      n.type !== `call`)
    )
      return n;
    const { call: r, number: i } = n;
    return (r.kind === `tool` && (r.args = Hr(r)), this.out.set(r.callId, { call: r, number: i }), { type: `call`, call: r });
  }
  reply(e, t, n = Date.now()) {
    const r = v(`nowMs`, n),
      i = Ja(e);
    Ya(t);
    const a = this.awaited(i);
    this.answer(a, Cr(a.call, t), r);
  }
  fail(e, t, n = Date.now()) {
    const i = v(`nowMs`, n),
      a = Ja(e),
      o = this.awaited(a),
      s = qa(t),
      c = s === void 0 ? jr(o.call, t) : { error: { code: s, message: r(t).slice(0, 2e3) } };
    this.answer(o, c, i);
  }
  abort(e = ``, t = Date.now()) {
    const n = v(`nowMs`, t);
    this.call((t) => t.abort(r(e), [], n)), this.out.clear();
  }
  review(e, t, n = Date.now()) {
    y({ accepted: e, feedback: t });
    const r = v(`nowMs`, n);
    this.call((n) => n.review(e, t, r));
  }
  snapshot() {
    return this.call((e) => e.snapshot());
  }
  free() {
    this.core?.free(), (this.core = void 0);
  }
  [Symbol.dispose]() {
    this.free();
  }
  awaited(e) {
    const n = this.call(() => this.out.get(e));
    if (n !== void 0) return n;
    const r = this.over ? `: the run is over` : this.drained ? `` : `: poll until the run waits before handing in replies`;
    throw new t(`misuse`, `call \`${e.slice(0, 80)}\` is not awaited${r}`);
  }
  answer(e, t, n) {
    this.call((r) => r.answer(e, t, n)), this.out.delete(e.call.callId);
  }
  call(e) {
    const { core: n } = this;
    if (n === void 0) throw this.trap ?? new t(`misuse`, `this run was freed`);
    try {
      return L(() => e(n));
    } catch (e) {
      if (!(e instanceof t) || e.code !== `engine_trap`) throw e;
      this.core = void 0;
      const r = n.remains(e);
      throw (r !== void 0 && this.redaction?.result(r, r.trace), (this.trap = xi(e, r, this.redaction)), this.trap);
    }
  }
};
function qa(e) {
  try {
    const { code: t } = e ?? {};
    return typeof t == `string` && !(e instanceof Error) ? t : void 0;
  } catch {
    return;
  }
}
function Ja(e) {
  if (typeof e == `string`) return e;
  throw new t(
    `misuse`,
    `\
\`callId\` must be a string, got ${o(e)}`,
  );
}
function Ya(e) {
  if (f(e)) throw new t(`misuse`, '`response` must be the answer itself, got a promise: wait for it first');
}
var Xa = 64e6,
  Za = `no cycles, no NaN, no BigInt, no functions, no binary data, at most 60 levels deep`,
  Qa = [
    `input`,
    `systemPrompt`,
    `model`,
    `critic`,
    `tools`,
    `verifiers`,
    `usable`,
    `answer`,
    `outputSchema`,
    `draft`,
    `redact`,
    `settings`,
    `runId`,
  ],
  $a = [...Qa, `onStep`, `onDraft`, `onCall`, `signal`, `durable`],
  eo = { start: Qa, run: $a, resume: [...$a, `review`] },
  to = {
    onStep: 'who drives a run is given its steps by `poll`',
    onDraft: `who drives a run makes its calls, and sees what comes`,
    onCall: `who drives a run makes its calls`,
    signal: 'who drives a run ends it with `abort`',
    durable: 'who drives a run makes its calls as steps, and gives `nowMs` and the setting `seed`',
    review: 'it is a verdict on a finished run, for `resume` or the `review` of a run',
  };
function no(e, t) {
  if (!l(e)) throw x(`a task must be an object, { input, model }, got ${o(e)}`);
  for (const n of Object.keys(e)) {
    if (!eo.resume.includes(n))
      throw x(
        Z().unknownTaskKey(
          n,
          eo.resume.join(`
`),
        ),
      );
    if (!eo[t].includes(n)) throw x(`\`${n}\` is not taken here: ${to[n]}`);
  }
  const n = e,
    r = t !== `start`;
  if ((r || n.model !== void 0) && typeof n.model != `function`) throw x(`\`model\` must be a function, got ${h(n.model)}`);
  for (const e of [`onStep`, `onDraft`, `onCall`, `redact`]) n[e] !== void 0 && b(e, n[e], `function`);
  for (const e of [Qn, $n]) r && n[e] !== void 0 && b(e, n[e], `function`);
  re(n.signal), n.runId !== void 0 && ae(n.runId);
  const i = uo(n.tools, r);
  return {
    model: n.model,
    critics: co(n),
    tools: i,
    verifiers: fo(n.verifiers, r),
    usable: n.usable,
    answer: n.answer,
    output: n.outputSchema === void 0 ? void 0 : po(n.outputSchema),
    durable: ne(n.durable),
    redaction: n.redact === void 0 ? void 0 : new yi(n.redact),
  };
}
function ro(e, n, r) {
  const { input: i, systemPrompt: a, draft: s } = e;
  if (typeof i != `string` && !Array.isArray(i)) throw x(`\`input\` must be a string or a list of messages, got ${o(i)}`);
  a !== void 0 && b(`systemPrompt`, a, `string`), s !== void 0 && b(`draft`, s, `string`);
  const c = oo(n),
    u = [...n.verifiers.keys()];
  n.output !== void 0 && u.push(`outputSchema`);
  const d = e.critic === !1 ? 0 : Math.max(n.critics.length, 1),
    f = typeof i == `string` ? I(i) : void 0,
    [p, m] = [n.usable !== void 0, n.answer !== void 0],
    h = f?.length ?? 0,
    { gate: g } = n;
  if (f !== void 0 && h <= Xa && a === void 0 && s === void 0 && c.length === 0 && n.output?.jsonSchema === void 0 && !r && !g)
    return { input: f, tools: [], critics: d, verifiers: u, ...(p && { usable: p }), ...(m && { answer: m }) };
  const _ = Nt(
    {
      ...(f === void 0 && { input: i }),
      systemPrompt: a,
      tools: c,
      critics: d,
      verifiers: u,
      usable: p ? !0 : void 0,
      answer: m ? !0 : void 0,
      oneByOne: r ? !0 : void 0,
      gate: g,
      draft: s,
      answerSchema: n.output?.jsonSchema,
    },
    { maxChars: Xa - h, notes: !0, numbers: () => !0, functions: ao },
  );
  if (_.cut) throw new t(`invalid_input`, `the task is larger than ${Xa} characters`);
  if (_.notJson !== void 0) throw x(io(_.notJson, c));
  const { input: v = [] } = _.value;
  for (const [e, t] of v.entries()) {
    const n = l(t) ? ur(t, [`toolCalls`, `toolCallId`]) : void 0;
    if (n !== void 0) throw x(`\`input[${e}]\` has ${n}`);
  }
  return { ...(f !== void 0 && { input: f }), ..._.value };
}
function io({ what: e, place: t }, n) {
  const [r, i] = t,
    a = (t, n) => `${t} must be plain JSON: ${Za}; got ${e}${n.length === 0 ? `` : ` at \`${jt(n)}\``}`;
  return r === `tools`
    ? a(`the schema of tool \`${n[Number(i)]?.name}\``, t.slice(3))
    : r === `input`
      ? a('`input`', t)
      : a('the JSON Schema of `outputSchema`', t.slice(1));
}
function ao([e, , t]) {
  return e === `input` && (t === `content` || t === `toolCalls` || t === `metadata`);
}
function oo({ tools: e }) {
  return [...e.values()].map(({ tool: { name: e, description: t }, parameters: n }) => ({
    name: e,
    description: t,
    parameters: n,
  }));
}
function so({ model: e, critics: t }) {
  return t.length > 0 && t.every((t) => t === e);
}
function co({ critic: e, model: t }) {
  if (e === !1) return [];
  if (e === void 0) return t === void 0 ? [] : [t];
  const n = Array.isArray(e) ? e : [e];
  if (n.length === 0) throw x('`critic` must name at least one critic; `false` means that verifiers alone decide');
  return n.map(lo);
}
function lo(e) {
  if (tr(e)) throw x('a `Critic` reviews for an `Autopilot`; here `critic` takes its model, and `criteria` are settings');
  const t = typeof e == `function` ? e : e?.model;
  if (typeof t != `function`)
    throw x(`\`critic\` must be a model function, an object with a \`model\`\
, a list of these, or false, got ${h(t ?? e)}`);
  return t;
}
function uo(e, t) {
  if (e === void 0) return new Map();
  if (!Array.isArray(e)) {
    const t = c(e) && Object.keys(e).length > 0 ? ': give its values, each with its `name`' : ``;
    throw x(`\`tools\` must be a list, got ${o(e)}${t}`);
  }
  const n = new Map();
  for (const r of e) {
    const e = Ga(!t && typeof r == `object` && r ? { execute: () => null, ...r } : r);
    if (n.has(e.tool.name)) throw x(`\`tools\` has the name \`${e.tool.name}\` twice`);
    n.set(e.tool.name, e);
  }
  return n;
}
function fo(e, t) {
  if (e === void 0) return new Map();
  if (!c(e)) throw x(`\`verifiers\` must be a plain object of functions by name, got ${o(e)}`);
  const n = Object.entries(e);
  for (const [e, r] of n) {
    if (e === `__proto__`) throw x('a verifier must not have the name `__proto__`');
    if (e === `outputSchema`) throw x(`the verifier name \`${Zn}\` is taken by the task's output schema`);
    t && b(`verifiers.${e}`, r, `function`);
  }
  return new Map(n);
}
function po(e) {
  if ((typeof e != `object` && typeof e != `function`) || e === null)
    throw x(`\`outputSchema\` must be a Standard Schema or a JSON Schema, got ${o(e)}`);
  return new Vt(e);
}
var mo = [
    `input`,
    `systemPrompt`,
    `critic`,
    `verifiers`,
    `outputSchema`,
    `settings`,
    `signal`,
    `redact`,
    `runId`,
    `onStep`,
    `onCall`,
    `criteria`,
  ],
  ho = class {
    run;
    ending = new Wt();
    result;
    wanted;
    early;
    verdict;
    issues = [];
    last = ``;
    constructor(e) {
      (this.run = e(
        (e) => this.asked(e),
        this.ending,
        (e) => {
          e.type === `reflection` && (this.issues = e.issues ?? []);
        },
      )),
        this.run.result.then(
          (e) => {
            this.result = e;
          },
          () => {},
        );
    }
    submit(e, { evidence: t = [], usage: n } = {}) {
      return new Promise((r, i) => {
        if (typeof e != `string` || e.trim() === ``) throw x(`a draft must be a text that is not blank, got ${o(e)}`);
        if (!Array.isArray(t)) throw x(`\`evidence\` must be a list of messages, got ${o(t)}`);
        if (this.result !== void 0) throw bo(`the gate has closed (${this.result.stopReason}): open another one`);
        if (this.verdict !== void 0) throw bo(`a draft is being judged: wait for its verdict`);
        const a = t.filter(({ role: e }) => e === `tool`).map((e) => vo(e, t)),
          s = { content: e, ...(a.length > 0 && { toolResults: a }), ...(n && { usage: n }) };
        (this.last = e),
          (this.verdict = r),
          this.run.result.then((e) => r({ done: !0, result: e }), i),
          this.wanted === void 0 ? (this.early = s) : this.wanted.give(s),
          (this.wanted = void 0);
      });
    }
    async end() {
      this.ending.end(Error(`the host took the best draft so far`));
      try {
        return await this.run.result;
      } catch (e) {
        if (!n(e) || e.code !== `aborted`) throw e;
        if (e.result === void 0 || e.result.trace.drafts.length === 0) throw bo(`no draft was submitted`);
        return e.result;
      }
    }
    get snapshot() {
      return this.result?.snapshot ?? this.run.core.snapshot();
    }
    asked(e) {
      const { verdict: t, early: n } = this;
      return new Promise((r) => {
        if (((this.early = void 0), n !== void 0)) return r(n);
        (this.wanted = { request: e, give: r }), (this.verdict = void 0), t?.(this.sentBack(e));
      });
    }
    sentBack({ messages: e, iteration: t, attempt: n }) {
      const [r, i] = e.slice(-2).map(yo),
        a =
          r === this.last
            ? ``
            : `${go}

${r}

`;
      return {
        done: !1,
        feedback: n > 1 ? _o : a + i,
        issues: this.issues,
        draft: r,
        remaining: this.run.maxReflections + 2 - t,
      };
    }
  },
  go = `Go on from this answer, which is better than the last one:`,
  _o = `There was no answer in this, only thinking. Give the whole answer.`;
function vo({ toolCallId: e, ...t }, n) {
  const r = n.flatMap(({ toolCalls: e = [] }) => e ?? []).find(({ id: t }) => t === e),
    i = yo(t);
  return r === void 0
    ? i
    : `${r.name}(${JSON.stringify(r.arguments)}\
): ${i}`;
}
function yo({ content: e }) {
  return typeof e == `string` ? e : e.map((e) => (`text` in e && typeof e.text == `string` ? e.text : ``)).join(``);
}
function bo(e) {
  return new t(`misuse`, e);
}
function xo(e) {
  ee(Z, e, [`redact`, `runId`], `option`, `the options of restore`, `invalid_task`);
  const { redact: t, runId: n } = e;
  n !== void 0 && ae(n), t !== void 0 && b(`redact`, t, `function`);
}
function So(e, t, n, r) {
  const { log: i } = e,
    a = e.run;
  if ((Co(a.task, t, n), t.review?.accepted !== !0 && wo(a.task, n), To(a.task, t), Eo(a.task, t), t.draft !== void 0))
    throw $(`draft`, `drafts of its own`, `to judge another one`);
  const o = i.filter((e) => e.do === `restore`).map(({ value: e }) => e?.budget);
  ki(n.durable, a.settings.budget, ...o, ...r);
}
function Co(e, t, n) {
  const { critics: r = 1 } = e,
    i = e.verifiers ?? [];
  for (const e of n.verifiers.keys()) if (!i.includes(e)) throw $(`verifiers.${e}`, `no verifier \`${e}\``);
  if (n.output !== void 0 && !i.includes(`outputSchema`) && t.review?.accepted !== !0)
    throw $(`outputSchema`, `no output schema`);
  for (const t of [Qn, $n]) if (n[t] !== void 0 && e[t] !== !0) throw $(t, `no \`${t}\``);
  if (t.critic !== void 0 && n.critics.length > r)
    throw $(`critic`, r === 0 ? `no critic` : `${r} ${r === 1 ? `critic` : `critics`}, not ${n.critics.length}`);
}
function wo({ tools: e, verifiers: n, critics: r = 1, ...i }, a) {
  const o = (n ?? []).filter((e) => e !== Zn),
    s = [
      ...(e ?? []).filter(({ name: e }) => !a.tools.has(e)).map(({ name: e }) => `tools.${e}`),
      ...o.filter((e) => !a.verifiers.has(e)).map((e) => `verifiers.${e}`),
      ...(n?.includes(`outputSchema`) && a.output === void 0 ? [`outputSchema`] : []),
      ...[Qn, $n].filter((e) => i[e] === !0 && a[e] === void 0),
      ...(a.critics.length < r ? [`critic`] : []),
    ];
  if (s[0] === void 0) return;
  const c =
    s[0] === `critic` && r > 1
      ? `${r} criti\
cs`
      : `it`;
  throw new t(`invalid_task`, `\`${s[0]}\` is missing: the run in the snapshot has ${c}; give it to \`resume\` again`);
}
function To({ systemPrompt: e }, { systemPrompt: t }) {
  if (t !== void 0 && t !== e) throw $(`systemPrompt`, e == null ? `no system prompt` : `another system prompt`, `to change it`);
}
function Eo({ input: e }, { input: t }) {
  if (!(t === void 0 || t === e || (Array.isArray(t) && typeof e != `string`)))
    throw $(`input`, `another input`, `to ask something else`);
}
function $(e, n, r = `to add it`) {
  return new t(
    `invalid_task`,
    `\`${e}\`: the run in the s\
napshot has ${n}; start a new run ${r}`,
  );
}
var Do = 6e4;
async function Oo(e, t, n, r) {
  const { redaction: i, output: a } = t,
    o = new Bi(i),
    { onStep: s, onDraft: c, onCall: l } = n,
    u = c && new Oa(o.guarded(`onDraft`, c), e.runId, i !== void 0),
    d = l && o.guarded(`onCall`, l);
  return Li(
    {
      core: e,
      callbacks: t,
      ending: r,
      drafts: u,
      onStep: s && o.guarded(`onStep`, i === void 0 ? (e) => s(F(e)) : s),
      onCall: d,
    },
    n.signal,
    async (e) => {
      const { trace: n } = e;
      u !== void 0 && (u.done(e), n.drafts.length === 0 && (e.output = u.streamed)),
        (u !== void 0 || d !== void 0) && (await Promise.resolve()),
        a !== void 0 && a.jsonSchema === void 0 && Ao(e),
        o.tell(e, n),
        e.acceptedBy === `critic` && so(t) && ((n.selfCritique = !0), e.reviewReasons.push(`self_judged`));
      const i = e;
      return a === void 0 || jo(n) ? i : Object.assign(i, await ko(a, e, r));
    },
  );
}
async function ko(e, { output: t, durationMs: n, errors: i, trace: a }, o) {
  const { verifierTimeoutMs: s = Do, maxSeconds: c = 1 / 0 } = a.settings.budget ?? {},
    l = Math.max(0, c * 1e3 - n),
    [u, d] = o.ended ? [new Wt(), 0] : [o, Math.min(s, l)],
    f = await Zt(() => e.read(t), u, d);
  if (f.how === `returned`) return f.value;
  const p = `\
there is no \`object\`: \`outputSchema\` was asked once more for the value of the output: ${f.how === `threw` ? r(f.error) : `it did not say so in time`}`;
  i.push({ code: f.how === `timeout` ? `timeout` : `verifier_error`, message: p, seq: a.steps.length });
}
function Ao({ errors: e, trace: t }) {
  t.drafts.some(({ verifiers: e }) => e.outputSchema?.passed === !1) &&
    e.unshift({
      code: `no_response_schema`,
      message:
        'a draft failed `outputSchema`, which no model was given: its library makes no JSON Schema of it; take one that can be converted (valibot: `toStandardJsonSchema`), or say in `input` or `systemPrompt` what is wanted',
      seq: 0,
    });
}
function jo({ drafts: e, draftIndex: t }) {
  return e.length === 0 || e.find(({ index: e }) => e === t)?.verifiers.outputSchema?.passed === !1;
}
var Mo = class {
    static name = `ReflectEngine`;
    name = `reflect`;
    settings;
    core;
    freed = !1;
    lenient = 0;
    unreadTogether = 0;
    constructor(e) {
      if (typeof e == `function`)
        throw se(`${Io}\
 a function: call a preset; a model goes to \`run({ model })\``);
      if (typeof e == `string`)
        throw se(`${Io} a string: \`resolveEngine(name)\` \
takes one`);
      (this.core = L(() => new (Z().CoreEngine)(...R(e)))), (this.settings = Lo(this.core));
    }
    get maxReflections() {
      return (this.mustLive(), L(() => this.core.maxReflections));
    }
    get acceptanceThreshold() {
      return (this.mustLive(), L(() => this.core.acceptanceThreshold));
    }
    get critiquePrompt() {
      return (this.mustLive(), L(() => this.core.critiquePrompt));
    }
    run(e) {
      return on(this.runs(e));
    }
    stream(e) {
      const { core: t, callbacks: n } = this.begin(e);
      return new rn((e, r) => this.drive(t, n, e, r), e);
    }
    gate(e) {
      return new ho((t, n, r) => {
        const i = this.gateTask(e, t, r),
          { core: a, callbacks: o } = this.begin(i, !0);
        return this.opened(a, o, i, n);
      });
    }
    reopenGate(e, t) {
      return new ho((n, r, i) => {
        const a = this.gateTask(t, n, i),
          { core: o, callbacks: s } = this.resumed(e, a, !0);
        return this.opened(o, s, a, r);
      });
    }
    start(e, t = Date.now()) {
      this.mustLive();
      const n = no(e, `start`);
      return new Ka(this.create(e, n, v(`nowMs`, t)), n.redaction);
    }
    restore(e, t, n = Date.now(), r = {}) {
      this.mustLive(), xo(r);
      const { redact: i, runId: a } = r,
        { core: o } = this.reopen(e, { settings: t, runId: a }, v(`nowMs`, n));
      return new Ka(o, i === void 0 ? void 0 : new yi(i));
    }
    async resume(e, t) {
      const { core: n, callbacks: r } = this.resumed(e, t),
        { review: i } = t,
        a = t,
        { logged: o } = n,
        s = await this.drive(n, r, a, new Wt());
      if (i === void 0 && n.logged === o)
        throw x(`\`review\` is missing: the run in the snapshot has en\
ded (${s.stopReason}), and goes on only with a person's { accepted, feedback? }`);
      return s;
    }
    calibrate(e) {
      this.mustLive();
      let t = Array.isArray(e) ? e : [e],
        n = this.settings.advanced?.calibration;
      for (const e of t) {
        const t = JSON.parse(Bo(Ut(e)));
        n = Ro(n === void 0 ? {} : { advanced: { calibration: n } }, t);
      }
      n !== void 0 &&
        ((this.settings = hn({ ...this.settings, advanced: { ...this.settings.advanced, calibration: n } })),
        this.core.free(),
        (this.core = L(() => new (Z().CoreEngine)(...R(this.settings)))));
    }
    calibration() {
      return (this.mustLive(), Ro(this.settings));
    }
    free() {
      this.freed || this.core.free(), (this.freed = !0);
    }
    [Symbol.dispose]() {
      this.free();
    }
    checkTask(e) {
      this.mustLive();
      const { settings: t } = e;
      no({ model: () => ``, ...e }, `run`), t !== void 0 && L(() => this.core.laidOver(...R(t))).free();
    }
    async runs(e) {
      const { core: t, callbacks: n } = this.begin(e);
      return this.drive(t, n, e, new Wt());
    }
    async drive(e, t, n, r) {
      const i = await Oo(e, t, n, r),
        { revisionHistory: a, steps: o } = i.trace;
      this.unreadTogether = Fo(a, this.unreadTogether);
      const s = a.filter(({ critiqueStatus: e }) => e === `read`);
      if (s.some(({ critique: e }) => e?.status !== `accepted`)) this.lenient = NaN;
      else if (s.length > 0 && (this.lenient += 1) === No) {
        const e = `the critic accepted every draft of ${No}\
 runs: its word decides nothing; take another critic, or verifiers`;
        i.errors.push({ code: `critic_never_rejects`, message: e, seq: o.length });
      }
      return i;
    }
    gateTask(e, t, n) {
      ee(Z, e, mo, `key`, `the task of a gate`, `invalid_task`);
      const { criteria: r, critic: i = !1, onStep: a, settings: o, ...s } = e;
      if ((o?.strategy ?? this.settings.strategy) === `best-of-n`)
        throw se("`strategy` of a gate must not be 'best-of-n': whoever submits has one draft at a time");
      const c = (o?.advanced ?? this.settings.advanced)?.critique?.sees ?? [`toolResults`],
        l = { ...o?.advanced, critique: { ...o?.advanced?.critique, sees: c } },
        u = { ...o, ...(r && { criteria: r }), advanced: l };
      return {
        ...s,
        critic: i,
        model: t,
        settings: u,
        onStep: (e) => {
          n(e), a?.(e);
        },
      };
    }
    opened(e, t, n, r) {
      const i = L(() => this.core.laidOver(...R(e.chosen ?? {})));
      try {
        return { core: e, result: this.drive(e, t, n, r), maxReflections: i.maxReflections };
      } finally {
        i.free();
      }
    }
    resumed(e, t, n) {
      this.mustLive();
      const r = { ...no(t, `resume`), gate: n },
        { review: i } = t;
      oe(Z, i), this.mustTime(r, t.settings);
      const a = Ei(r.durable),
        { core: o, from: s } = this.reopen(e, t, a);
      return (
        vn(o, () => {
          So(s, t, r, [this.settings.budget, t.settings?.budget]), i !== void 0 && L(() => o.review(i.accepted, i.feedback, a));
        }),
        { core: o, callbacks: r }
      );
    }
    begin(e, t) {
      this.mustLive();
      const n = { ...no(e, `run`), gate: t };
      return (this.mustTime(n, e.settings), { core: this.create(e, n, Ei(n.durable)), callbacks: n });
    }
    create(e, t, n) {
      const { settings: r } = e,
        { durable: i } = t,
        a = ro(e, t, i === void 0 && this.unreadTogether >= Po),
        o = i && Di(i, r?.advanced?.seed ?? this.settings.advanced?.seed, Pt(a), this.settings, r),
        s = (t, r) =>
          La(t, a, o, {
            runId: e.runId,
            isDurable: i !== void 0,
            startedMs: n,
            settings: r,
            priced: r.advanced?.prices !== void 0 || r.budget?.maxCostUsd !== void 0,
            origin: () => `{"settings":${JSON.stringify(r)},"task":${Pt(a)}}`,
          });
      if (r === void 0) return s(this.core, this.settings);
      const c = L(() => this.core.laidOver(...R(r)));
      try {
        return s(c, Lo(c));
      } finally {
        c.free();
      }
    }
    reopen(e, t, n) {
      ce(e);
      const r = this.overlaid(t.settings),
        i = ai(e, `settings`),
        { runId: a = i.runId } = t;
      a !== void 0 && ae(a);
      const o = Ra(i, a);
      return (oi(o, i, r, n), { core: o, from: i });
    }
    overlaid(e) {
      if (e === void 0) return this.settings;
      const t = L(() => this.core.laidOver(...R(e)));
      try {
        return Lo(t);
      } finally {
        t.free();
      }
    }
    mustTime({ durable: e }, t) {
      ki(e, this.settings.budget, t?.budget);
    }
    mustLive() {
      if (this.freed) throw new t(`misuse`, `this engine was freed`);
    }
  },
  No = 20,
  Po = 2;
function Fo(e, t) {
  const n = new Map();
  for (const { callId: t, critique: r } of e) {
    const e = r?.status === `accepted` || r?.status === `needs_revision`;
    t !== void 0 && n.set(t, e && n.get(t) !== !1);
  }
  let r = t;
  for (const e of n.values()) r < Po && (r = e ? 0 : r + 1);
  return r;
}
var Io = `settings must be an object, got`;
function Lo(e) {
  return hn(Bn(X, () => e.settings()));
}
function Ro(e, t) {
  return Bn(X, () => Z().calibrated(...R({ settings: e, result: t }, qn)));
}
var zo = [`steps`, `snapshot`, `output`, `text`, `raw`, `object`, `rawCritique`, `jurors`, `issues`, `metadata`, `usage`];
function Bo(e) {
  try {
    return JSON.stringify(e, Vo) ?? `null`;
  } catch (e) {
    throw e instanceof t ? e : new t(`invalid_task`, `a result must be plain JSON: ${r(e)}`, { cause: e });
  }
}
function Vo(e, t) {
  if (!zo.includes(e)) {
    if (typeof t != `number` || Number.isFinite(t)) return t;
    throw x(`${e === `` ? `the value` : `\`${e}\``} must be a finite number, got ${t}`);
  }
}
document.title = (await new Mo().run({ input: `q`, model: () => `a` })).output;

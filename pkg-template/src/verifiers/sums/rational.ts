// Exact fractions. What grows beyond every honest sum is given up: `undefined`.

/** A fraction; `d` is above zero. It need not be in lowest terms. */
export interface Rational {
  readonly n: bigint;
  readonly d: bigint;
}

/** Numerators and denominators beyond it are no sums that a text states. */
const LIMIT = 1n << 2048n;
/** The largest exponent that is raised to. */
const MAX_EXPONENT = 512n;

export const ZERO: Rational = { n: 0n, d: 1n };

/** In lowest terms when it is long. */
function kept(n: bigint, d: bigint): Rational | undefined {
  if (magnitude(n) < LIMIT && d < LIMIT) return { n, d };
  const divisor = gcd(magnitude(n), d);
  const least = { n: n / divisor, d: d / divisor };
  return magnitude(least.n) < LIMIT && least.d < LIMIT ? least : undefined;
}

export function add(a: Rational, b: Rational): Rational | undefined {
  return a.d === b.d ? kept(a.n + b.n, a.d) : kept(a.n * b.d + b.n * a.d, a.d * b.d);
}

export function negated(a: Rational): Rational {
  return { n: -a.n, d: a.d };
}

export function multiply(a: Rational, b: Rational): Rational | undefined {
  return kept(a.n * b.n, a.d * b.d);
}

/** `undefined` also for a zero. */
export function inverse(a: Rational): Rational | undefined {
  if (a.n === 0n) return undefined;
  return a.n < 0n ? { n: -a.d, d: -a.n } : { n: a.d, d: a.n };
}

/** Only whole exponents. */
export function power(base: Rational, exponent: Rational): Rational | undefined {
  if (exponent.n % exponent.d !== 0n) return undefined;
  const times = exponent.n / exponent.d;
  if (times < 0n) {
    const under = inverse(base);
    return under === undefined ? undefined : power(under, { n: -times, d: 1n });
  }
  if (times > MAX_EXPONENT) return undefined;
  let result: Rational | undefined = { n: 1n, d: 1n };
  for (let left = times; left > 0n && result !== undefined; left -= 1n) result = multiply(result, base);
  return result;
}

/** Only of whole numbers from 0 by whole numbers from 1. */
export function modulo(a: Rational, b: Rational): Rational | undefined {
  const whole = a.n % a.d === 0n && b.n % b.d === 0n && a.n >= 0n && b.n > 0n;
  return whole ? { n: (a.n / a.d) % (b.n / b.d), d: 1n } : undefined;
}

/** Negative, zero or positive, as `a` is below, equal to or above `b`. */
export function compare(a: Rational, b: Rational): number {
  const left = a.n * b.d;
  const right = b.n * a.d;
  return left < right ? -1 : left > right ? 1 : 0;
}

export function distance(a: Rational, b: Rational): Rational {
  return { n: magnitude(a.n * b.d - b.n * a.d), d: a.d * b.d };
}

/** `10 ** exponent`. */
export function tenTo(exponent: number): Rational {
  const size = 10n ** BigInt(Math.abs(exponent));
  return exponent < 0 ? { n: 1n, d: size } : { n: size, d: 1n };
}

/** As a person writes it: at most six decimals, with an ellipsis when there are more. */
export function written(a: Rational): string {
  const size = magnitude(a.n);
  const sign = a.n < 0n ? '-' : '';
  const scaled = (size * 1_000_000n) / a.d;
  const exact = scaled * a.d === size * 1_000_000n;
  const digits = String(scaled).padStart(7, '0');
  const whole = digits.slice(0, -6);
  const part = digits.slice(-6);
  if (exact) return sign + whole + `.${part}`.replace(/\.?0+$/, '');
  return `${sign}${whole}.${part}…`;
}

function magnitude(n: bigint): bigint {
  return n < 0n ? -n : n;
}

function gcd(a: bigint, b: bigint): bigint {
  let [x, y] = [a, b];
  while (y !== 0n) [x, y] = [y, x % y];
  return x;
}

// Texts that try to become more than texts, put into every text of a trace.

import { numbers } from '../../random.mjs';

const PARTS = [
  '<script>pwned = 1</script>',
  '</script><script>pwned = 1</script>',
  '<!--<script>',
  '<img src=x onerror="pwned = 1">',
  '<svg onload="pwned = 1"><a href="javascript:pwned = 1">x</a></svg>',
  '"><iframe srcdoc="<script>parent.pwned = 1</script>"></iframe>',
  "' onfocus='pwned = 1' autofocus='",
  '<style>* { display: none }</style><link rel=stylesheet href=http://127.0.0.1:9/x.css>',
  '<meta http-equiv=refresh content="0;url=http://127.0.0.1:9/">',
  '<form action=http://127.0.0.1:9/><button>Open a file</button></form>',
  '</title></textarea></noscript></template><base href=//127.0.0.1:9/>',
  'javascript:pwned=1',
  '{{constructor.constructor("pwned = 1")()}}',
  '&lt;script&gt;pwned = 1&lt;/script&gt;',
  "$& $` $' $1 $$",
  '\u202Eevil\u2066\u2028\u2029\u0000\uFFFE\u200B',
  '__proto__ constructor toString',
  `${'a'.repeat(3_000)} ${'\u0301'.repeat(300)}`,
];

/** A copy of a trace whose every text is hostile, names of verifiers and codes too; in every fifth some texts stand where none belongs. */
export function hostile(trace, seed) {
  const random = numbers(seed);
  const part = () => PARTS[Math.floor(random() * PARTS.length)];
  const text = () => `${part()}${part()}`;
  const replace = (value, key) => {
    if (typeof value === 'string') return key === 'type' && random() < 0.8 ? value : text();
    if (Array.isArray(value)) return value.map((each) => replace(each));
    if (typeof value === 'object' && value !== null) {
      const names = key === 'verifiers' || key === 'byPurpose';
      return Object.fromEntries(Object.entries(value).map(([name, each]) => [names ? text() : name, replace(each, name)]));
    }
    return seed % 5 === 0 && random() < 0.02 ? text() : value;
  };
  return replace(trace);
}

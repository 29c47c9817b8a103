/** Colours of event kinds: text and ground, light and dark. */
const kinds: Readonly<Record<string, readonly [string, string, string, string]>> = {
  meeting: ['#44546a', '#eef1f6', '#b9c5d6', '#242b36'],
  social: ['#a31660', '#fdebf4', '#f9a8d0', '#3b1a2c'],
  workshop: ['#854800', '#fdf1de', '#f5c77c', '#36270f'],
  stage: ['#6527cf', '#f1ebfe', '#cbb4fc', '#2b2046'],
  contest: ['#1d4bd0', '#e9effe', '#a3c0ff', '#1a2747'],
  talk: ['#0d6565', '#e2f5f4', '#83d8d4', '#10302f'],
  giving: ['#ae2117', '#fdecea', '#ffa49b', '#3c1c18'],
  sports: ['#14653a', '#e5f6eb', '#86dba8', '#14301f'],
  other: ['#4b5563', '#f0f1f4', '#bcc2cc', '#282a31'],
}

/** Colours of covers and logos: from, to, accent. White text is readable on the first. */
const palettes: readonly (readonly [string, string, string])[] = [
  ['#4338ca', '#818cf8', '#fbbf24'],
  ['#0f766e', '#2dd4bf', '#fde68a'],
  ['#be185d', '#fb7185', '#fed7aa'],
  ['#b93c0a', '#fb923c', '#fef3c7'],
  ['#0369a1', '#38bdf8', '#fde047'],
  ['#6d28d9', '#c084fc', '#f9a8d4'],
  ['#166534', '#4ade80', '#fef08a'],
  ['#1e293b', '#64748b', '#f472b6'],
]

const light = `color-scheme:light dark;--bg:#fafafb;--card:#fff;--ink:#15171c;--soft:#5b606b;--line:#e5e7ec;--edge:#8a8f9b;--wash:#f2f3f6;
--brand:#3d46d9;--on-brand:#fff;--brand-text:#3a42cf;--good:#11663a;--good-wash:#e6f6ec;--warn:#7a4a00;--warn-wash:#fdf2db;
--bad:#a9171f;--bad-wash:#fdecec;--r:14px;--shadow:0 1px 2px #10182808;--lift:0 2px 4px #1018280a,0 12px 28px #10182817;
--s1:.25rem;--s2:.5rem;--s3:.75rem;--s4:1rem;--s5:1.5rem;--s6:2rem;--s7:3rem`
const dark = `--bg:#101116;--card:#191a20;--ink:#f0f1f4;--soft:#a6aab6;--line:#2b2d36;--edge:#777c8a;--wash:#23252d;
--brand:#5b66ee;--on-brand:#fff;--brand-text:#a9b4ff;--good:#86dba8;--good-wash:#14301f;--warn:#f3c677;--warn-wash:#352711;
--bad:#ff9ea3;--bad-wash:#3a181b;--shadow:none;--lift:0 12px 28px #0006`

const kindRules = (ink: 0 | 2, ground: 1 | 3): string =>
  Object.entries(kinds)
    .map(([name, colors]) => `.kind.${name}{color:${colors[ink]};background:${colors[ground]}}`)
    .join('')

export const tokens = `
:root{${light};--link:var(--brand-text);--act:var(--brand);--on-act:var(--on-brand)}
@media(prefers-color-scheme:dark){:root{${dark}}}
${palettes.map(([from, to, accent], at) => `.k${at}{--c1:${from};--c2:${to};--c3:${accent}}`).join('')}`

export const kindStyle = `${kindRules(0, 1)}@media(prefers-color-scheme:dark){${kindRules(2, 3)}}`

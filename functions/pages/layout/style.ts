import { createHash } from 'node:crypto'

const tokens = `
:root{color-scheme:light dark;--bg:#f7f7f9;--card:#fff;--ink:#17181c;--soft:#595c66;--line:#e1e2e8;--wash:#eef0f5;
--link:#1f4fd8;--act:#2447c6;--on-act:#fff;--top:#2447c6;--good:#11663a;--good-wash:#e4f5ea;--warn:#7a4a00;--warn-wash:#fdf1d8;
--bad:#a4161f;--bad-wash:#fdeaea;--r:14px;--shadow:0 1px 2px #1018280a,0 6px 20px #1018280d}
@media(prefers-color-scheme:dark){:root{--bg:#111217;--card:#1a1b22;--ink:#eeeff3;--soft:#a8abb7;--line:#2d2f39;--wash:#24262f;
--link:#9db7ff;--act:#3f63e0;--on-act:#fff;--top:#1d2b63;--good:#86dba8;--good-wash:#14301f;--warn:#f3c677;--warn-wash:#352711;
--bad:#ff9ea3;--bad-wash:#3a181b;--shadow:none}}`

const base = `
*,*::before,*::after{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;scroll-padding-top:5rem}
body{margin:0;background:var(--bg);color:var(--ink);font:1rem/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;overflow-wrap:anywhere;min-height:100vh;min-height:100dvh;display:flex;flex-direction:column}
h1,h2,h3,p,ul,ol,dl,dd,figure,fieldset{margin:0;padding:0}
h1{font-size:clamp(1.6rem,1.2rem + 2.2vw,2.4rem);line-height:1.15;letter-spacing:-.02em;font-weight:750;text-wrap:balance}
h2{font-size:1.2rem;line-height:1.3;letter-spacing:-.01em;font-weight:700}
h3{font-size:1rem;line-height:1.4;font-weight:650}
ul,ol{list-style:none}
img,svg{max-width:100%;display:block}
a{color:var(--link);text-underline-offset:.18em;text-decoration-thickness:.07em}
a:hover{text-decoration-thickness:.14em}
:focus-visible{outline:3px solid var(--link);outline-offset:2px;border-radius:6px}
small,.soft{color:var(--soft)}small{font-size:.875rem}
time,.num{font-variant-numeric:tabular-nums}
.skip{position:absolute;left:-99rem}.skip:focus{left:1rem;top:1rem;background:var(--card);padding:.6rem 1rem;z-index:9;border-radius:8px}
.vh{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.wrap{width:100%;max-width:64rem;margin-inline:auto;padding-inline:max(1rem,env(safe-area-inset-left))}
.narrow{max-width:27rem}.medium{max-width:44rem}
main{flex:1;padding-block:1.5rem 3.5rem}
.stack>*+*{margin-top:1rem}.stack-l>*+*{margin-top:2rem}.stack-s>*+*{margin-top:.35rem}
.stack>:nth-child(1 of :not([type=hidden],[hidden],.vh)){margin-top:0}.row{display:flex;flex-wrap:wrap;gap:.6rem;align-items:center}.between{justify-content:space-between}`

const frame = `
.top{background:var(--brand,var(--top));color:var(--on-brand,var(--on-act));position:sticky;top:0;z-index:5}
.top .wrap{display:flex;align-items:center;gap:.25rem .75rem;min-height:3.5rem;flex-wrap:wrap}
.top a{color:inherit;text-decoration:none}
.top :focus-visible{outline-color:currentColor}
.school{display:flex;align-items:center;gap:.65rem;font-weight:700;letter-spacing:-.01em;margin-inline-end:auto;min-height:2.75rem;min-width:0;flex:1 1 0}
.school span{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.school img{height:2rem;width:auto;max-width:6rem;border-radius:6px;background:#fff}
.crest{display:grid;place-items:center;width:2rem;height:2rem;border-radius:9px;background:#ffffff2e;font-size:.95rem;flex:none}
.nav{display:flex}
.nav a,.nav button{display:inline-flex;align-items:center;min-height:2.75rem;padding:0 .7rem;border-radius:9px;font:inherit;font-weight:550;font-size:.95rem;color:inherit;background:none;border:0;cursor:pointer;white-space:nowrap}
.nav a:hover,.nav button:hover{background:#ffffff24}
.nav [aria-current]{background:#ffffff2e}
@media(max-width:40rem){.top.in .wrap{padding-bottom:.35rem}.top.in .nav{width:calc(100% + .7rem);margin-inline:-.35rem;justify-content:space-between}.top.in .nav a{flex:1;justify-content:center}.top.in .school{flex-basis:100%;min-height:3rem}}
.foot{border-top:1px solid var(--line);padding-block:1.25rem;color:var(--soft);font-size:.875rem}
.foot .wrap{display:flex;flex-wrap:wrap;gap:.35rem 1.25rem;justify-content:space-between}.foot a{color:inherit}
.card{background:var(--card);border:1px solid var(--line);border-radius:var(--r);padding:1.25rem;box-shadow:var(--shadow)}
.tell{border-radius:12px;padding:.8rem 1rem;background:var(--wash);border-inline-start:4px solid var(--soft)}
.tell.good{background:var(--good-wash);color:var(--good);border-color:currentColor}
.tell.bad{background:var(--bad-wash);color:var(--bad);border-color:currentColor}
.tell.warn{background:var(--warn-wash);color:var(--warn);border-color:currentColor}
.tell a{color:inherit}
.empty{text-align:center;padding:3rem 1.25rem;color:var(--soft)}.empty h1,.empty h2,.empty h3{color:var(--ink);margin-bottom:.35rem}.empty .btn{margin-top:1.1rem}
.tag{display:inline-block;padding:.12rem .6rem;border-radius:.8rem;background:var(--wash);color:var(--soft);font-size:.82rem;font-weight:550}
.tag.good{background:var(--good-wash);color:var(--good)}.tag.warn{background:var(--warn-wash);color:var(--warn)}.tag.bad{background:var(--bad-wash);color:var(--bad)}`

const forms = `
.btn{display:inline-flex;align-items:center;justify-content:center;gap:.5rem;min-height:2.9rem;padding:.55rem 1.25rem;border-radius:11px;border:1px solid transparent;font:inherit;font-weight:650;text-align:center;text-decoration:none;cursor:pointer;background:var(--brand,var(--act));color:var(--on-brand,var(--on-act))}
.btn:hover{filter:brightness(1.08)}
.btn.plain{background:var(--card);color:var(--ink);border-color:var(--line)}.btn.plain:hover{background:var(--wash);filter:none}
.btn.bad{background:var(--card);color:var(--bad);border-color:currentColor}
.btn[aria-current]{background:var(--wash);border-color:currentColor}.btn.small{min-height:2.5rem;padding:.3rem .9rem;font-size:.92rem}.btn.full{width:100%}
form.inline{display:inline}
.field{display:block}.field+.field{margin-top:1rem}
.field>label:not(.pick),legend{display:block;font-weight:600;margin-bottom:.3rem;padding:0}
.field .hint{display:block;color:var(--soft);font-size:.875rem;font-weight:400;margin-bottom:.3rem}
fieldset{border:0;min-width:0}
input,select,textarea{font:inherit;color:inherit}
input:not([type=checkbox],[type=radio]),select,textarea{width:100%;min-height:2.9rem;padding:.55rem .8rem;background:var(--card);border:1px solid #81848f;border-radius:10px}
textarea{min-height:6.5rem;resize:vertical}textarea.few{min-height:3.6rem}
input[type=checkbox],input[type=radio]{width:1.25rem;height:1.25rem;margin:0;flex:none;accent-color:var(--act)}
.pick{display:flex;gap:.7rem;align-items:center;min-height:2.75rem;padding-block:.3rem;cursor:pointer}
[aria-invalid=true]{border-color:var(--bad)!important;box-shadow:0 0 0 1px var(--bad)}
.wrong{display:block;color:var(--bad);font-size:.9rem;font-weight:550;margin-top:.3rem}
.or{display:flex;align-items:center;gap:1rem;color:var(--soft);font-size:.9rem;margin-block:1.25rem}.or::before,.or::after{content:"";flex:1;border-top:1px solid var(--line)}
.find{display:flex;gap:.5rem}.find input{flex:1;min-width:0}
.code{font-size:1.5rem!important;letter-spacing:.35em;text-align:center;font-variant-numeric:tabular-nums}.code.wide{font-size:1.05rem!important;letter-spacing:.04em}`

const things = `
.grid{display:grid;gap:.9rem;grid-template-columns:repeat(auto-fill,minmax(min(100%,19rem),1fr))}
.item{position:relative;display:flex;gap:1rem;align-items:flex-start;background:var(--card);border:1px solid var(--line);border-radius:var(--r);padding:1rem;box-shadow:var(--shadow)}
.item:hover{border-color:var(--soft)}
.item :is(h2,h3){letter-spacing:0;font-size:1.05rem;line-height:1.3;display:-webkit-box;-webkit-line-clamp:3;-webkit-box-orient:vertical;overflow:hidden}
.item :is(h2,h3) a{color:inherit;text-decoration:none}.item :is(h2,h3) a::after{content:"";position:absolute;inset:0;border-radius:var(--r)}
.item>div{min-width:0;flex:1}.item p{font-size:.92rem;color:var(--soft)}
.item>.day,.day{flex:none;width:3.4rem;text-align:center;border-radius:11px;background:var(--wash);padding:.4rem 0 .5rem;line-height:1.1}
.day b{display:block;font-size:1.45rem;letter-spacing:-.03em}.day span{font-size:.74rem;font-weight:650;text-transform:uppercase;letter-spacing:.05em;color:var(--soft)}
.list{border:1px solid var(--line);border-radius:var(--r);background:var(--card);overflow:hidden}
.list>li{padding:1rem 1.15rem;display:flex;gap:.9rem;align-items:flex-start}.list h2,.list h3{font-size:1rem;letter-spacing:0}.list p.soft{font-size:.92rem}.list>li+li{border-top:1px solid var(--line)}.list>li>div{min-width:0;flex:1}.list>li>.row{flex:0 1 auto}.card .list{border:0;border-radius:0}.card>.list>li{padding-inline:0}@media(max-width:40rem){.list>li{flex-wrap:wrap}.list>li>div{flex-basis:100%}.list>li>.face+div{flex-basis:calc(100% - 3rem)}}
.new{box-shadow:inset 4px 0 0 var(--act)}
.two{display:grid;gap:1.5rem}
@media(min-width:56rem){.two{grid-template:"head side" auto "rest side" 1fr/minmax(0,1fr) 21rem;column-gap:2.5rem}.two>header{grid-area:head}.two>aside{grid-area:side}.two>.rest{grid-area:rest}.two>aside>*{position:sticky;top:5rem}}
.banner{width:100%;aspect-ratio:21/9;object-fit:cover;border-radius:var(--r);background:var(--wash)}
.facts{display:grid;gap:.9rem}.facts>div{display:flex;gap:.8rem}.facts svg{width:1.25rem;height:1.25rem;flex:none;margin-top:.16rem;color:var(--soft)}
.facts dt{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.prose{white-space:pre-line;max-width:44rem}
.people{display:flex;flex-wrap:wrap;gap:.45rem}.people li{display:flex;align-items:center;gap:.4rem;background:var(--wash);border-radius:99px;padding:.15rem .7rem .15rem .15rem;font-size:.9rem;max-width:100%}
.people bdi{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.face{width:1.75rem;height:1.75rem;border-radius:50%;display:grid;place-items:center;background:var(--card);border:1px solid var(--line);font-size:.75rem;font-weight:700;flex:none;object-fit:cover}
.bar{height:.5rem;border-radius:9px;background:var(--wash);overflow:hidden}.bar rect{fill:var(--act)}
.agenda{border-inline-start:2px solid var(--line);padding-inline-start:1.1rem}.agenda li+li{margin-top:1rem}
.qr{width:min(100%,17rem);margin-inline:auto;background:#fff;border-radius:var(--r);padding:1rem;border:1px solid var(--line)}
table{width:100%;border-collapse:collapse;font-size:.95rem}th,td{text-align:start;padding:.6rem .75rem;border-bottom:1px solid var(--line);vertical-align:top}th{font-size:.85rem;color:var(--soft)}
.scroll{overflow-x:auto}.far table{min-width:48rem}.far :is(tbody th,.num){overflow-wrap:break-word}.title{display:flex;gap:.7rem}.title .face{margin-top:.4rem}.title>div{min-width:0}
.large{font-size:1.5rem}.tags{display:flex;flex-wrap:wrap;gap:.3rem}
.tabs{display:flex;flex-wrap:wrap;gap:0 .25rem;border-bottom:1px solid var(--line)}
.tabs a{flex:none;padding:.7rem .85rem;min-height:2.75rem;color:var(--soft);text-decoration:none;font-weight:550;border-bottom:3px solid transparent}
.tabs a:hover{color:var(--ink)}.tabs [aria-current]{color:var(--ink);border-color:var(--link)}
.more>summary{cursor:pointer;color:var(--link);font-weight:550;min-height:2.75rem;display:inline-flex;align-items:center;gap:.4rem;list-style:none}
.more>summary::-webkit-details-marker{display:none}.more>summary::after{content:"";width:.45rem;height:.45rem;border:solid currentColor;border-width:0 2px 2px 0;rotate:45deg;margin-top:-.25rem}.more[open]>summary::after{rotate:225deg;margin-top:.2rem}
.more>div{padding-block:.35rem .5rem}
.short{width:auto!important;min-width:9rem;flex:1 1 9rem;min-height:2.5rem!important;padding-block:.3rem!important}
.decide{margin-top:.75rem}.decide>form.row{flex:1 1 16rem}
.pair{display:grid;gap:1rem;align-items:end}.pair .field+.field{margin-top:0}.field+.pair,.pair+.field,.pick+.field,.field+.pick,.pair+.pair{margin-top:1rem}.pair+.pick{margin-top:.5rem}
@media(min-width:36rem){.pair{grid-template-columns:1fr 1fr}}
.answers>div+div{margin-top:.6rem}.answers dt{color:var(--soft);font-size:.9rem}
.steps{counter-reset:s}.steps li{counter-increment:s;position:relative;padding:0 0 1rem 2.4rem;display:flex;flex-direction:column;align-items:flex-start}
.steps li::before{content:counter(s);position:absolute;inset-inline-start:0;top:.05rem;width:1.6rem;height:1.6rem;border-radius:50%;display:grid;place-items:center;font-size:.8rem;font-weight:700;background:var(--wash);color:var(--soft)}
.steps li:not(:last-child)::after{content:"";position:absolute;inset-inline-start:.75rem;top:1.85rem;bottom:.1rem;border-inline-start:2px solid var(--line)}
.steps .done::before{content:"\\2713";background:var(--good-wash);color:var(--good)}.steps .now::before{background:var(--act);color:var(--on-act)}.steps .bad::before{content:"\\00d7";background:var(--bad-wash);color:var(--bad)}
.talk li+li{margin-top:.9rem}.talk li{border-inline-start:3px solid var(--line);padding-inline-start:.8rem}
.charts{display:grid;gap:.9rem}@media(min-width:56rem){.charts{grid-template-columns:1fr 1fr;align-items:start}}.steps .wide{width:100%;margin-top:.6rem}.steps p,.steps .row{margin-top:.3rem}
.big{display:grid;gap:.75rem;grid-template-columns:repeat(auto-fit,minmax(7.6rem,1fr))}.big div{background:var(--card);border:1px solid var(--line);border-radius:var(--r);padding:.8rem 1rem;display:flex;flex-direction:column-reverse;justify-content:flex-end}.big dt{color:var(--soft);font-size:.875rem}.big dd{font-size:1.7rem;font-weight:700;letter-spacing:-.02em;line-height:1.2}
.chart{background:var(--card);border:1px solid var(--line);border-radius:var(--r);padding:1rem 1.15rem}.chart figcaption{font-weight:650;margin-bottom:.75rem}
.plot{display:grid;grid-template:"top pic pic" 1fr "low pic pic" auto ". from to" auto/auto 1fr 1fr;gap:.3rem .6rem;font-size:.8rem;color:var(--soft)}.plot .most{grid-area:top}.plot .low{grid-area:low}.plot .from{grid-area:from}.plot .to{grid-area:to;text-align:end}.plot svg{grid-area:pic;width:100%;height:10.5rem;overflow:visible}
.plot path{vector-effect:non-scaling-stroke;fill:none}.plot .grid-line{stroke:var(--line)}.plot .line{stroke:var(--link);stroke-width:2.5;stroke-linejoin:round}.plot .area{fill:var(--link);opacity:.13}.plot .col{fill:var(--link)}
.rank th{font-size:.95rem;font-weight:400;color:var(--ink);border:0;padding:.35rem 0}.rank td{border:0;vertical-align:bottom;text-align:end;width:4rem;padding:.35rem 0}.rank .bar{margin-top:.25rem}
td.num,th.num{text-align:end}tbody th{color:var(--ink);font-size:.95rem;font-weight:550}
.count strong{font-size:1.6rem}.door>li{align-items:center}.door .btn{min-width:4.5rem}.door [data-in=yes]{background:var(--good-wash)}
@media(max-width:40rem){.list.door>li{flex-wrap:nowrap}.list.door>li>div{flex-basis:0}}
video{width:100%;max-height:60vh;border-radius:var(--r);background:#000;object-fit:cover}[hidden]{display:none!important}
code{font-size:.9em;overflow-wrap:anywhere}
@media print{.top,.foot,.btn,form{display:none}body{background:#fff}}
@media(prefers-reduced-motion:no-preference){.btn,.item{transition:border-color .12s,filter .12s,background .12s}}`

/** The one style sheet, in every page: at most 20 KB. */
export const style = [tokens, base, frame, forms, things].join('').replaceAll('\n', '')

/** What allows a style sheet in a policy: its fingerprint. */
export const fingerprintOf = (text: string): string =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`

export const styleFingerprint = fingerprintOf(style)

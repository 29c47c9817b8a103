export const base = `
*,*::before,*::after{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;scroll-padding-block:5.5rem}
body{margin:0;background:var(--bg);color:var(--ink);font:1rem/1.5 Inter,system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;overflow-wrap:anywhere;min-height:100vh;min-height:100dvh;display:flex;flex-direction:column;-webkit-font-smoothing:antialiased}
h1,h2,h3,p,ul,ol,dl,dd,figure,fieldset{margin:0;padding:0}
h1{font-size:1.875rem;line-height:1.2;letter-spacing:-.022em;font-weight:700;text-wrap:balance}
h2{font-size:1.375rem;line-height:1.3;letter-spacing:-.014em;font-weight:650}
h3{font-size:1.125rem;line-height:1.35;letter-spacing:-.008em;font-weight:600}
ul,ol{list-style:none}
img,svg{max-width:100%;display:block}
a,.as-link{color:var(--link);text-underline-offset:.2em;text-decoration-thickness:1px}
.as-link{padding:0;border:0;background:none;font:inherit;text-align:start;text-decoration-line:underline;cursor:pointer}
a:hover{text-decoration-thickness:2px}
:focus-visible{outline:3px solid var(--link);outline-offset:2px;border-radius:6px}
small,.soft{color:var(--soft)}
small,p.soft{font-size:.875rem}
time,.num{font-variant-numeric:tabular-nums}
.icon{width:1.25rem;height:1.25rem;flex:none}
.skip{position:absolute;left:-99rem}
.skip:focus{left:1rem;top:1rem;background:var(--card);padding:.6rem 1rem;z-index:19;border-radius:8px}
.vh{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.wrap{width:100%;max-width:72rem;margin-inline:auto;padding-inline:max(1.25rem,env(safe-area-inset-left))}
.narrow{max-width:29rem}
.medium{max-width:46rem}
main{flex:1;padding-block:2rem 4rem}
.stack>*+*{margin-top:var(--s4)}
.stack-l>*+*{margin-top:var(--s7)}
.stack-s>*+*{margin-top:var(--s1)}
@media(max-width:40rem){
  h1{font-size:1.625rem}
  h2{font-size:1.25rem}
  .stack-l>*+*{margin-top:2.25rem}
}
.stack>:nth-child(1 of :not([type=hidden],[hidden],.vh)){margin-top:0}
.row{display:flex;flex-wrap:wrap;gap:.6rem;align-items:center}
.between{justify-content:space-between}
.clip{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.clip2{display:-webkit-box;-webkit-line-clamp:2;-webkit-box-orient:vertical;overflow:hidden}
.head{display:flex;flex-wrap:wrap;gap:var(--s3) var(--s5);align-items:center;justify-content:space-between}
.head>:first-child{min-width:0;flex:1 1 18rem}
.head-find{flex:1 1 18rem;max-width:26rem}
.with-icon{display:inline-flex;gap:.45rem;align-items:center;text-decoration:none}
.with-icon:hover{text-decoration:underline}
.large{font-size:1.5rem}
code{font-size:.9em;overflow-wrap:anywhere}
[hidden]{display:none!important}
`

export const frame = `
.top{background:var(--card);border-bottom:1px solid var(--line);position:sticky;top:0;z-index:5}
.top .wrap{display:flex;align-items:center;gap:1rem;min-height:4rem}
.school{display:flex;align-items:center;gap:.7rem;font-weight:650;letter-spacing:-.01em;color:var(--ink);text-decoration:none;margin-inline-end:auto;min-height:2.75rem;min-width:0;flex:1 1 0}
.school span{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.school>span:last-child:not(:first-child){white-space:normal;display:-webkit-box;-webkit-line-clamp:2;-webkit-box-orient:vertical;line-height:1.2}
.school img{height:2.25rem;width:auto;max-width:6rem;border-radius:8px;background:#fff}
.crest{display:grid;place-items:center;width:2.25rem;height:2.25rem;border-radius:10px;background:var(--brand);color:var(--on-brand);font-size:.9rem;font-weight:700;letter-spacing:0;flex:none}
.nav{display:flex;gap:.15rem}
.nav a{display:inline-flex;align-items:center;gap:.45rem;min-height:2.75rem;padding:0 .8rem;border-radius:10px;font-weight:550;font-size:.9375rem;color:var(--soft);text-decoration:none;white-space:nowrap}
.nav a:hover{background:var(--wash);color:var(--ink)}
.nav [aria-current]{color:var(--brand-text);background:var(--wash)}
.nav .count-tag{margin:0}
.admin-link{display:inline-flex;align-items:center;gap:.45rem;min-height:2.5rem;padding:0 .8rem;border:1px solid var(--line);border-radius:10px;font-weight:550;font-size:.9375rem;color:var(--ink);text-decoration:none;flex:none}
.admin-link:has(.count-tag) .icon{display:none}
.admin-link:hover,.admin-link[aria-current]{background:var(--wash)}
.stack-s>strong,.stack-s>strong+.soft,.talk li>strong+.soft{display:block}
.acting{background:var(--warn-wash);color:var(--warn);border-bottom:1px solid currentColor;position:sticky;top:0;z-index:7;font-size:.9375rem}
.acting .wrap{padding-block:.45rem}
.acting p{min-width:0;flex:1 1 0}
.acting~.top{position:static}
.nav .enter{border:1px solid var(--line);background:var(--card);color:var(--ink);padding-inline:1.1rem;min-height:2.5rem;align-self:center}
.nav .enter:hover{background:var(--wash)}
@media(max-width:60rem){
  .top.in .nav a{flex-direction:column;gap:.1rem;justify-content:center;min-height:3.1rem;padding:.2rem .35rem;font-size:.6875rem;letter-spacing:-.01em;position:relative}
  .top.in .nav .count-tag{position:absolute;inset:.15rem auto auto calc(50% + .3rem);padding:0 .35rem;font-size:.6875rem;line-height:1.1rem}
}
@media(max-width:40rem){
  .top .wrap{min-height:3.5rem}
  .admin-link:has(.count-tag){flex-direction:column;justify-content:center;gap:.1rem;min-height:2.9rem;font-size:.875rem;line-height:1.2}
  .admin-link .count-tag{margin:0;font-size:.6875rem;line-height:1.1rem}
  .top:not(.in) .wrap{gap:.5rem}
  .top:not(.in) .school{min-width:2.25rem;flex-wrap:wrap;height:2.75rem;overflow:hidden}
  .top:not(.in) .school>:first-child{margin-block:.25rem}
  .top:not(.in) .school>span:last-child{flex:1 1 8.5rem}
  .top:not(.in) .nav .icon{display:none}
  .top:not(.in) .nav a{padding-inline:.4rem}
  .top:not(.in) .nav .enter{padding-inline:.6rem}
  main{padding-block:1.25rem 3rem}
  .top.in{position:static}
  .top.in .nav{position:fixed;inset:auto 0 0;z-index:6;background:var(--card);border-top:1px solid var(--line);padding:.25rem .5rem calc(.25rem + env(safe-area-inset-bottom));justify-content:space-around}
  .top.in .nav a{flex:1 1 auto;padding:.2rem 0;background:none}
  .top.in .nav .icon{width:1.4rem;height:1.4rem}
  .top.in~.foot{padding-bottom:5.5rem}
  .acts .foot{padding-bottom:6.5rem}
  .acts .top.in~.foot{padding-bottom:9.5rem}
  html:has(.acts){scroll-padding-bottom:10rem}
}
@media(min-width:40.01rem){
  .nav .icon{width:1.15rem;height:1.15rem}
}
.foot{border-top:1px solid var(--line);padding-block:1.5rem;color:var(--soft);font-size:.875rem}
.foot .wrap{display:flex;flex-wrap:wrap;align-items:center;gap:.35rem 1.25rem;justify-content:space-between}
.foot a{color:inherit}
.langs{display:flex;gap:.25rem 1rem}
.langs>*{display:inline-flex;align-items:center;min-height:1.5rem}
.langs [aria-current]{font-weight:600}
.card{background:var(--card);border:1px solid var(--line);border-radius:var(--r);padding:1.5rem;box-shadow:var(--shadow)}
@media(max-width:40rem){
  .card{padding:1.15rem}
}
.narrow>.card{margin-top:1rem}
.tell{display:flex;flex-wrap:wrap;gap:.15rem .6rem;align-items:center;border-radius:12px;padding:.8rem 1rem;background:var(--wash);margin-bottom:1rem}
.tell.good{background:var(--good-wash);color:var(--good)}
.tell.bad{background:var(--bad-wash);color:var(--bad)}
.tell.warn{background:var(--warn-wash);color:var(--warn)}
.tell a{color:inherit;font-weight:600}
.tell.manage a{color:var(--link);margin-inline-start:auto}
.empty{text-align:center;padding:3.5rem 1.25rem;color:var(--soft);border:1px dashed var(--line);border-radius:var(--r);background:var(--card)}
.card.empty{border-style:solid}
.empty h1,.empty h2,.empty h3{color:var(--ink);margin-bottom:.35rem}
.empty h2,.empty h3{font-size:1.125rem}
.empty p{max-width:26rem;margin-inline:auto}
.empty .btn{margin-top:1.25rem}
.tag{display:inline-block;padding:.12rem .6rem;border-radius:99px;background:var(--wash);color:var(--soft);font-size:.8125rem;font-weight:550;line-height:1.5}
.tag.good{background:var(--good-wash);color:var(--good)}
.tag.warn{background:var(--warn-wash);color:var(--warn)}
.tag.bad{background:var(--bad-wash);color:var(--bad)}
.tags{display:flex;flex-wrap:wrap;gap:.35rem}
`

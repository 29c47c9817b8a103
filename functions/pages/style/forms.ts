export const forms = `
.btn{display:inline-flex;align-items:center;justify-content:center;gap:.5rem;min-height:2.75rem;padding:.5rem 1.2rem;border-radius:10px;border:1px solid transparent;font:inherit;font-weight:600;text-align:center;text-decoration:none;cursor:pointer;background:var(--brand);color:var(--on-brand)}
.btn:hover{filter:brightness(1.07)}
.btn.plain{background:var(--card);color:var(--ink);border-color:var(--line);box-shadow:var(--shadow)}
.btn.plain:hover{background:var(--wash);filter:none}
.btn.bad{background:var(--card);color:var(--bad);border-color:var(--line)}
.btn.bad:hover{background:var(--bad-wash);filter:none}
.btn[aria-current]{background:var(--wash);border-color:currentColor}
.btn.small{min-height:2.5rem;padding:.3rem .9rem;font-size:.9375rem}
.btn.full{width:100%}
.btn.square{padding:0;width:2.5rem}
.square .icon{stroke-width:2.8}
.btn.big-btn{min-height:3.1rem}
form.inline{display:inline}
.field{display:block}
.field+.field,.grid+.field{margin-top:1.1rem}
.grid:has(>.pick){row-gap:0}
.field>label:not(.pick),legend{display:block;font-weight:550;font-size:.9375rem;margin-bottom:.35rem;padding:0}
.field .hint{display:block;color:var(--soft);font-size:.875rem;font-weight:400;margin:-.2rem 0 .35rem}
fieldset{border:0;min-width:0}
input,select,textarea{font:inherit;color:inherit}
input:not([type=checkbox],[type=radio]),select,textarea{width:100%;min-height:2.75rem;padding:.5rem .8rem;background:var(--card);border:1px solid var(--edge);border-radius:10px}
:is(input,select,textarea):focus-visible{outline-offset:0;border-radius:10px}
::placeholder{color:var(--soft);opacity:1}
select{appearance:none;background-image:url("data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24' fill='none' stroke='%23808592' stroke-width='2.4' stroke-linecap='round'%3E%3Cpath d='m6 9.500 6 6 6-6'/%3E%3C/svg%3E")!important;background-repeat:no-repeat!important;background-position:right .65rem center!important;background-size:1.1rem!important;padding-inline-end:2.2rem!important;text-overflow:ellipsis}
[dir=rtl] select{background-position:left .65rem center!important}
textarea{min-height:6.5rem;resize:vertical}
textarea.few{min-height:3.6rem}
input[type=checkbox],input[type=radio]{width:1.2rem;height:1.2rem;margin:0;flex:none;accent-color:var(--brand)}
.pick{display:flex;gap:.7rem;align-items:center;min-height:2.75rem;padding-block:.3rem;cursor:pointer}
[aria-invalid=true]{border-color:var(--bad)!important;box-shadow:0 0 0 1px var(--bad)}
.wrong{display:block;color:var(--bad);font-size:.875rem;font-weight:550;margin-top:.35rem}
.or{display:flex;align-items:center;gap:1rem;color:var(--soft);font-size:.875rem;margin-block:1.25rem}
.or::before,.or::after{content:"";flex:1;border-top:1px solid var(--line)}
.find{display:flex;gap:.5rem}
.find input{flex:1;min-width:0}
.code{font-size:1.5rem!important;letter-spacing:.35em;text-align:center;font-variant-numeric:tabular-nums}
.code.wide{font-size:1.05rem!important;letter-spacing:.04em}
.short{width:auto!important;min-width:9rem;flex:1 1 9rem;min-height:2.5rem!important;padding-block:.3rem!important}
.decide{margin-top:.75rem}
.decide>form.row{flex:1 1 16rem}
.pair{display:grid;gap:1.1rem;align-items:start}
.pair>.field{display:flex;flex-direction:column}
.pair>.field>.hint{order:1;margin:.35rem 0 0}
.pair>.field>.wrong{order:2}
.pair .field+.field{margin-top:0}
.field+.pair,.pair+.field,.pick+.field,.field+.pick,.pair+.pair{margin-top:1.1rem}
.pair+.pick,:not(.stack)>.field+p.soft{margin-top:.5rem}
.field+.options{margin-top:1.1rem}
@media(min-width:36rem){
  .pair{grid-template-columns:1fr 1fr}
  .three{grid-template-columns:1fr 1fr 1fr}
}
.form-part{background:var(--card);border:1px solid var(--line);border-radius:var(--r);padding:1.5rem}
.form-part>h2{display:flex;align-items:center;gap:.7rem;margin-bottom:1.1rem}
.form-part>h2>.num{display:grid;place-items:center;width:1.75rem;height:1.75rem;border-radius:50%;background:var(--wash);color:var(--soft);font-size:.875rem;letter-spacing:0}
.form-part>.more{margin-top:.75rem}
.form-part>.more:last-child:not([open]){margin-bottom:-.75rem}
@media(max-width:40rem){
  .send{flex-wrap:nowrap}
  .send>.btn{flex:1 1 auto;padding-inline:.8rem}
}
.send{position:sticky;bottom:0;display:flex;flex-wrap:wrap;gap:.6rem;align-items:center;background:var(--bg);border-top:1px solid var(--line);padding-block:.85rem;z-index:3}
@media(max-width:40rem){
  .top.in~main .send{bottom:3.6rem}
  html:has(.send){scroll-padding-bottom:9.5rem}
}
.stepper ol{display:flex;gap:.5rem;counter-reset:s}
.stepper li{flex:1;counter-increment:s}
.stepper a{display:flex;gap:.55rem;align-items:center;min-height:2.75rem;padding:.3rem .75rem;border-radius:10px;background:var(--wash);color:var(--soft);text-decoration:none;font-weight:550;font-size:.9375rem}
.stepper a::before{content:counter(s);display:grid;place-items:center;flex:none;width:1.5rem;height:1.5rem;border-radius:50%;background:var(--card);font-size:.8125rem}
.stepper a:hover{color:var(--ink)}
.stepper [aria-current]{color:var(--brand-text);box-shadow:inset 0 0 0 1px currentColor}
@media(max-width:40rem){
  .form-part{padding:1.15rem}
  .stepper a{font-size:.875rem;padding:.3rem .5rem}
}
.menu{position:relative;display:inline-block}
.menu>summary{list-style:none}
.menu>summary::-webkit-details-marker{display:none}
.menu-items{position:absolute;inset-inline-end:0;top:calc(100% + .35rem);z-index:4;min-width:13rem;background:var(--card);border:1px solid var(--line);border-radius:12px;box-shadow:var(--lift);padding:.35rem}
@media(max-width:40rem){
  .menu,.tile .menu{position:static}
  .menu-items{top:auto;inset-inline:1.25rem;margin-top:.35rem}
}
.menu-items :is(a,.item-btn){display:flex;width:100%;align-items:center;justify-content:flex-start;min-height:2.5rem;padding:.35rem .75rem;border:0;border-radius:8px;background:none;box-shadow:none;font:inherit;font-size:.9375rem;font-weight:500;color:var(--ink);text-decoration:none;cursor:pointer;text-align:start}
.menu-items :is(a,.item-btn):hover{background:var(--wash)}
.menu-items .bad{color:var(--bad)!important}
.sure{min-width:0}
.sure>summary{list-style:none}
.sure>summary::-webkit-details-marker{display:none}
.sure>div{margin-top:.5rem;padding:.8rem 1rem;border-radius:12px;background:var(--bad-wash);font-size:.9375rem}
.sure>div>form{margin-top:.6rem}
.row>.sure[open]{flex:1 1 100%}
.menu .sure>div{margin:0;padding:.35rem .75rem .6rem;background:none;font-size:.875rem;max-width:17rem}
.menu .sure .btn{min-height:2.5rem}
@media(min-width:40.01rem){
  .tell form{margin-inline-start:auto}
}
.tell form{margin-block:.25rem}
.tell .btn{color:var(--ink)}
.more>summary{cursor:pointer;color:var(--link);font-weight:550;min-height:2.75rem;display:inline-flex;align-items:center;gap:.4rem;list-style:none}
.more>summary::-webkit-details-marker{display:none}
.more>summary::after{content:"";width:.45rem;height:.45rem;border:solid currentColor;border-width:0 2px 2px 0;rotate:45deg;margin-top:-.25rem}
.more[open]>summary::after{rotate:225deg;margin-top:.2rem}
fieldset.card>legend{float:inline-start;width:100%;margin-bottom:.75rem}
fieldset.card>:not(legend){clear:both}
.more>div{padding-block:.35rem .5rem}
fieldset:has(option:is([value=short],[value=long]):checked) .options{display:none}
`

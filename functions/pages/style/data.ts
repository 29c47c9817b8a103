export const data = `
table{width:100%;border-collapse:collapse;font-size:.9375rem}
th,td{text-align:start;padding:.7rem 1rem;border-bottom:1px solid var(--line);vertical-align:middle}
th{font-size:.8125rem;font-weight:550;color:var(--soft)}
td.num,th.num{text-align:end}
tbody th{color:var(--ink);font-size:.9375rem;font-weight:550}
.scroll{overflow-x:auto}
.far table{min-width:48rem}
.far :is(tbody th,.num){overflow-wrap:break-word}
.title{display:flex;gap:1rem;align-items:center}
.title>div{min-width:0}
.month{background:var(--card);border:1px solid var(--line);border-radius:var(--r)}
.month :is(th,td){padding:.5rem .6rem;vertical-align:top}
.month td+td{border-inline-start:1px solid var(--line)}
.month tr:last-child td{border-bottom:0}
.month a{color:inherit;text-decoration:none}
.month a:hover{text-decoration:underline}
.month .date{display:inline-grid;place-items:center;min-width:1.75rem;min-height:1.75rem;border-radius:99px;font-size:.875rem;color:var(--soft)}
.month [aria-current] .date{background:var(--brand);color:var(--on-brand);font-weight:600}
.month li a{display:block;font-size:.8125rem;line-height:1.35;padding:.2rem .4rem;border-radius:6px;background:var(--wash)}
.month li .tag{margin:.2rem 0;padding:.05rem .4rem;font-size:.75rem}
.month li .num{color:var(--brand-text);font-weight:550}
.earlier{display:none}
@media(max-width:40rem){
  .earlier{display:block}
  .earlier:not([open])+.month .past{display:none}
  .month-nav h2{order:-1;flex:1 0 100%}
  .month{border:0;background:none}
  .month table{min-width:0}
  .month :is(table,tbody,tr,td){display:block}
  .month :is(thead,td:not(:has(ul))){display:none}
  .month td{border:0!important;padding:0 0 1.1rem}
  .month .date{display:block;background:none!important;color:var(--ink)!important;font-weight:600;font-size:1rem}
  .month .date span{display:none}
  .month .date::before{content:attr(aria-label)}
  .month li a{background:var(--card);border:1px solid var(--line);border-radius:10px;padding:.6rem .8rem;font-size:1rem}
}
.table-card{background:var(--card);border:1px solid var(--line);border-radius:var(--r);box-shadow:var(--shadow)}
.data-table tbody tr:last-child>*{border-bottom:0}
.data-table tbody tr:hover{background:var(--wash)}
.data-table thead th{background:var(--wash);padding-block:.6rem}
.data-table thead th:first-child{border-start-start-radius:var(--r)}
.data-table thead th:last-child{border-start-end-radius:var(--r)}
.data-table thead a{color:inherit;text-decoration:none;display:inline-flex;gap:.3rem;align-items:center;min-height:1.6rem}
.data-table thead a:hover{color:var(--ink)}
.data-table thead a::after{content:"\\2195";opacity:.55}
[aria-sort=ascending] a::after{content:"\\2191"!important;opacity:1!important}
[aria-sort=descending] a::after{content:"\\2193"!important;opacity:1!important}
[aria-sort] a{color:var(--ink)!important}
.pick-cell{width:1%;padding-inline-end:0}
.table-bar{display:flex;flex-wrap:wrap;gap:.6rem;justify-content:space-between;align-items:center;margin-bottom:.85rem}
.filters{display:flex;flex-wrap:wrap;gap:.5rem;flex:1 1 20rem}
.filters :is(input,select){width:auto!important;min-height:2.5rem!important;flex:0 1 12rem;min-width:8rem}
.filters input{flex:1 1 12rem;max-width:22rem}
@media(max-width:40rem){
  .filters [type=search]{flex:1 1 100%;max-width:none}
  .filters select{flex:1 1 40%;min-width:0}
  .filters .btn{flex:1 0 auto}
}
.filters .row{flex-wrap:nowrap;font-size:.875rem;color:var(--soft);white-space:nowrap}
.bulk{position:sticky;bottom:0;z-index:3;margin-top:.85rem;background:var(--card);border:1px solid var(--line);border-radius:12px;box-shadow:var(--lift);padding:.5rem .9rem}
.bulk .soft{display:inline-flex;gap:.4rem;align-items:center;font-size:.875rem}
.data:not(:has(.pick-cell :checked)) .bulk{display:none}
.data-table tbody tr:has(.pick-cell :checked){background:var(--wash)}
@media(max-width:40rem){
  .data-table,.data-table tbody{display:block}
  .data-table thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
  .data-table tr{display:flex;flex-wrap:wrap;gap:.15rem .9rem;padding:.85rem 1rem;border-bottom:1px solid var(--line);align-items:center}
  .data-table tbody tr:last-child{border:0}
  .data-table :is(td,tbody th){border:0;padding:0}
  .data-table tbody th{flex:1 1 40%}
  .data-table td:not(.pick-cell){flex:1 1 100%;text-align:start}
  .data-table td[data-label]:not([data-label=""])::before{content:attr(data-label) ": ";color:var(--soft)}
  .data-table tr>*{order:3}
  .data-table .pick-cell{width:auto;order:0}
  .data-table tbody th{order:1}
  .data-table td[data-label=""]{order:2;flex:0 0 auto!important;max-width:100%}
  .bulk{bottom:3.6rem;margin-inline:-1.25rem;padding-inline:1.25rem;border-inline:0;border-radius:0;box-shadow:none}
  .data-table td .tags{display:inline-flex}
}
.tabs{display:flex;gap:.25rem;border-bottom:1px solid var(--line);overflow-x:auto;scrollbar-width:none}
.tabs::-webkit-scrollbar{display:none}
@property --from{syntax:"<length>";inherits:false;initial-value:0px}
@property --to{syntax:"<length>";inherits:false;initial-value:0px}
  @keyframes edges{0%{--from:0px;--to:2.5rem}
  10%{--from:2.5rem}
  90%{--to:2.5rem}
  100%{--from:2.5rem;--to:0px}
}
@media(max-width:60rem){
  :is(.tabs,.side ul){mask-image:linear-gradient(90deg,transparent,#000 var(--from),#000 calc(100% - var(--to)),transparent);animation:edges linear both;animation-timeline:scroll(self inline)}
}
.tabs a{flex:none;padding:.7rem .8rem;min-height:2.75rem;color:var(--soft);text-decoration:none;font-weight:550;font-size:.9375rem;box-shadow:inset 0 -2px transparent}
.tabs a:hover{color:var(--ink)}
:is(.tabs,.chips) [aria-current]{scroll-initial-target:nearest}
:is(.tabs,.side ul,.chips){scroll-padding-inline:6rem}
.tabs [aria-current]{color:var(--brand-text);box-shadow:inset 0 -2px currentColor}
.console{display:grid;gap:1.25rem}
.console>*{min-width:0}
.console-body{min-width:0}
.side-title{display:none}
.side ul{display:flex;gap:.25rem;overflow-x:auto;scrollbar-width:none;margin-inline:-1.25rem;padding-inline:1.25rem}
.side a{display:flex;align-items:center;gap:.65rem;min-height:2.75rem;padding:.35rem .8rem;border-radius:10px;color:var(--soft);text-decoration:none;font-weight:550;font-size:.9375rem;white-space:nowrap}
.side a:hover{background:var(--wash);color:var(--ink)}
.side [aria-current]{background:var(--wash);color:var(--brand-text)}
.count-tag{margin-inline-start:auto;background:var(--brand);color:var(--on-brand);border-radius:99px;padding:0 .5rem;font-size:.75rem;font-weight:650;line-height:1.35rem}
@media(min-width:60.01rem){
  .tabs{flex-wrap:wrap}
}
@media(min-width:60rem){
  .console{grid-template-columns:13.5rem minmax(0,1fr);gap:2.5rem}
  .side{position:sticky;top:6rem;align-self:start}
  .side-title{display:block;padding:0 .8rem .6rem;font-size:.8125rem;font-weight:600;color:var(--soft)}
  .side ul{display:grid;overflow:visible;margin:0;padding:0}
}
@media(max-width:60rem){
  .side [aria-current]{scroll-initial-target:nearest}
  .side .icon{display:none}
  .side ul{border-bottom:1px solid var(--line);padding-bottom:.35rem}
}
.answers>div+div{margin-top:.6rem}
.answers dt{color:var(--soft);font-size:.875rem}
.steps strong>bdi{display:inline-block}
.steps strong>bdi::first-letter{text-transform:uppercase}
.steps{counter-reset:s}
.steps li{counter-increment:s;position:relative;padding:0 0 1.1rem 2.5rem;display:flex;flex-direction:column;align-items:flex-start}
.steps li::before{content:counter(s);position:absolute;inset-inline-start:0;top:0;width:1.6rem;height:1.6rem;border-radius:50%;display:grid;place-items:center;font-size:.8125rem;font-weight:650;background:var(--wash);color:var(--soft)}
.steps li:not(:last-child)::after{content:"";position:absolute;inset-inline-start:.75rem;top:1.85rem;bottom:.25rem;border-inline-start:2px solid var(--line)}
.steps .done::before{content:"\\2713";background:var(--good-wash);color:var(--good)}
.steps .now::before{background:var(--brand);color:var(--on-brand)}
.steps .bad::before{content:"\\00d7";background:var(--bad-wash);color:var(--bad)}
.data-table :is(.tag,.btn,.num){white-space:nowrap}
.data-table .tag:has(bdi){white-space:normal}
.data-table td{overflow-wrap:break-word}
.data-table td time{white-space:nowrap}
.data-table [data-label=""]>.row{justify-content:flex-end}
.data-table thead th{overflow-wrap:normal}
.data-table tbody th .soft{font-weight:400}
.board{display:grid;gap:1.25rem;grid-template-columns:repeat(auto-fit,minmax(min(100%,13rem),1fr));align-items:start}
.board .card{padding:1rem}
.board .card h3{font-size:1rem}
.board h2{font-size:1.125rem}
.talk li+li{margin-top:.9rem}
.talk li{border-inline-start:3px solid var(--line);padding-inline-start:.8rem}
.charts{display:grid;gap:1.25rem}
@media(min-width:64rem){
  .charts{grid-template-columns:1fr 1fr;align-items:start}
}
.steps .wide{width:100%;margin-top:.6rem}
.steps p,.steps .row{margin-top:.3rem}
.big{display:grid;gap:1rem;grid-template-columns:repeat(auto-fill,minmax(10rem,1fr))}
.big div{background:var(--card);border:1px solid var(--line);border-radius:var(--r);padding:1rem 1.15rem;box-shadow:var(--shadow)}
.big dt{color:var(--soft);font-size:.875rem}
.big dd{font-size:1.875rem;font-weight:650;letter-spacing:-.025em;line-height:1.25}
.chart{background:var(--card);border:1px solid var(--line);border-radius:var(--r);padding:1.25rem 1.4rem;box-shadow:var(--shadow)}
.chart figcaption{font-weight:600;margin-bottom:1rem}
.plot{display:grid;grid-template-columns:auto minmax(0,1fr);gap:.5rem .7rem;font-size:.8125rem;color:var(--soft)}
.plot .ys{display:flex;flex-direction:column;justify-content:space-between;text-align:end;margin-block:-.6rem}
.plot svg{width:100%;height:12rem;overflow:visible}
.plot .xs{grid-column:2;display:flex;justify-content:space-between;gap:.5rem}
.plot .xs.centers{justify-content:space-around}
.plot path{vector-effect:non-scaling-stroke;fill:none}
.plot .grid-line{stroke:var(--line)}
.plot .line{stroke:var(--brand-text);stroke-width:2.25;stroke-linejoin:round;stroke-linecap:round}
.plot .area{fill:var(--brand-text);opacity:.1}
.plot .col{fill:var(--brand-text)}
.plot .col:hover{opacity:.75}
.rank th{font-size:.9375rem;font-weight:450;color:var(--ink);border:0;padding:.4rem 0}
.rank td{border:0;vertical-align:bottom;text-align:end;width:4rem;padding:.4rem 0}
.rank .bar{margin-top:.3rem}
.chips .num{margin-inline-start:.45rem;opacity:.7}
.person{flex-wrap:nowrap}
.person>:last-child{min-width:0}
@media(max-width:40rem){
  .data-table tbody th .soft{font-size:.8125rem}
  .data-table td.num:first-child{order:0;flex:0 0 auto!important;min-width:1.25rem;color:var(--soft)}
  .data-table td.num:first-child::before{content:none!important}
}
.amounts .note,.amounts .soft{display:block;font-weight:400;font-size:.875rem}
.amounts tr>*{padding-inline:0}
.amounts tbody tr:last-child>*{border-bottom-width:2px}
.amounts tfoot tr>*{border:0;padding-bottom:0}
.count strong{font-size:1.875rem;letter-spacing:-.02em}
.door>li{align-items:center}
.door .btn{min-width:5rem}
.door [data-in=yes]{background:var(--good-wash)}
@media(max-width:40rem){
  .list.door>li{flex-wrap:nowrap;align-items:center}
  .list.door>li>div{flex-basis:0}
}
video{width:100%;max-height:60vh;border-radius:var(--r);background:#000;object-fit:cover}
@media print{
  .top,.foot,.btn,form,.tell,.side,.tabs,.more,video,.act,.skip{display:none!important}
  :root{--bg:#fff;--card:#fff;--ink:#000;--soft:#333;--line:#999;--wash:#fff;--good-wash:#fff}
  body{font-size:10.500pt}
  main{padding:0}
  .wrap{max-width:none;padding:0}
  .card,.list,.table-card,.tile{box-shadow:none}
  .list>li,tr,.tile{break-inside:avoid}
  .list.door>li{padding:.3rem 0;align-items:center}
  .list.door .face{display:none}
  .list.door>li::after{content:"";flex:none;width:1.1rem;height:1.1rem;border:1.500px solid #000;border-radius:3px}
  .list.door>li[data-in=yes]::after{content:"\\2713";line-height:1;text-align:center}
  a{color:inherit;text-decoration:none}
}
table.choices{table-layout:fixed}
.choices .choice-cell{width:4.25rem;text-align:center;padding-inline:.25rem}
@media(max-width:40rem){
  .choices .choice-cell{width:3.6rem;padding-inline:0}
  .choices thead .choice-cell{font-size:.75rem}
  .choices th{overflow-wrap:normal}
  .choices th:first-child{padding-inline-end:.2rem;overflow-wrap:normal}
}
.choices .choice-cell label{display:grid;place-items:center;min-height:2.75rem;cursor:pointer}
.choices .hint{display:block;font-weight:400}
.choices tbody tr:last-child>*{border-bottom:0}
@media(prefers-reduced-motion:no-preference){
  .btn,.item,.tile,.slot{transition:border-color .12s,filter .12s,background .12s,box-shadow .16s}
}
`

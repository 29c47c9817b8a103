export const cards = `
.cover{position:relative;aspect-ratio:16/9;overflow:hidden;border-radius:var(--r);background:var(--wash);flex:none}
.cover img,.cover svg{width:100%;height:100%;object-fit:cover}
.cover[class*=" k"]{background:linear-gradient(135deg,var(--c1),var(--c2))}
.cover .a{fill:#fff;fill-opacity:.2}
.cover .b{fill:var(--c3)}
.cover .d{fill:#0b1020;fill-opacity:.22}
.cover .l{fill:none;stroke:#fff;stroke-opacity:.38;stroke-width:3}
.cards{display:grid;gap:1.5rem 1.25rem;grid-template-columns:repeat(auto-fill,minmax(min(100%,17rem),1fr))}
.tile{position:relative;display:flex;flex-direction:column;background:var(--card);border:1px solid var(--line);border-radius:var(--r);overflow:hidden;min-width:0}
.tile .cover{border-radius:0}
.tile-text{padding:1rem 1.1rem 1.15rem;min-width:0;flex:1;display:flex;flex-direction:column;gap:.3rem}
.tile-text>.tag{align-self:flex-start}
.tile :is(h2,h3){padding-top:.1em;font-size:1.125rem;line-height:1.3;font-weight:600;letter-spacing:-.01em;display:-webkit-box;-webkit-line-clamp:2;-webkit-box-orient:vertical;overflow:hidden}
.tile :is(h2,h3) a{color:inherit;text-decoration:none}
.tile :is(h2,h3) a::after{content:"";position:absolute;inset:0}
.tile :is(.btn,.menu,form){position:relative;z-index:1}
.tile .tags{margin-top:auto;padding-top:.5rem;align-items:center}
.tile .tags a{position:relative;z-index:1;font-size:.875rem;font-weight:550}
.when{font-size:.875rem;font-weight:550;color:var(--brand-text)}
.tile.club{flex-direction:row;gap:1rem;padding:1.1rem;align-items:center}
.tile.club .tile-text{padding:0}
.logo{flex:none;border-radius:22%;object-fit:cover;background:var(--wash)}
span.logo{display:grid;place-items:center;background:var(--c1);color:#fff;font-weight:700;letter-spacing:.01em}
.s40{width:2.5rem;height:2.5rem;font-size:.9rem}
.s64{width:4rem;height:4rem;font-size:1.35rem}
.s96{width:6rem;height:6rem;font-size:2rem}
.highlights{display:grid;gap:1.25rem}
@media(min-width:56rem){
  .highlights{grid-template-columns:repeat(3,minmax(0,1fr))}
  .chips{flex-wrap:wrap}
}
@media(max-width:56rem){
  .highlights{grid-auto-flow:column;grid-auto-columns:min(84%,22rem);overflow-x:auto;scroll-snap-type:x mandatory;scrollbar-width:none;margin-inline:-1.25rem;padding:.25rem 1.25rem .5rem;scroll-padding-inline:1.25rem}
  .highlights>li{scroll-snap-align:start}
  .highlights::-webkit-scrollbar{display:none}
}
@media(max-width:40rem){
  .cards{gap:1rem}
  .compact{gap:.75rem}
  .compact>.tile{flex-direction:row-reverse;align-items:flex-start;padding:.85rem}
  .compact>.tile .cover{width:6.75rem;border-radius:10px}
  .compact>.tile .tile-text{padding:0 .85rem 0 0;gap:.15rem}
  .compact>.tile :is(h2,h3){font-size:1rem}
}
.chips{display:flex;gap:.5rem;overflow-x:auto;scrollbar-width:none;margin-inline:-1.25rem;padding:.25rem 1.25rem}
.chips::-webkit-scrollbar{display:none}
.chips a{flex:none;display:inline-flex;align-items:center;min-height:2.5rem;padding:0 1rem;border-radius:99px;border:1px solid var(--line);background:var(--card);color:var(--ink);text-decoration:none;font-size:.9375rem;font-weight:500}
.chips a:hover{border-color:var(--edge)}
.chips [aria-current]{background:var(--ink);color:var(--bg);border-color:var(--ink)}
.days{display:grid;gap:2rem}
.days>li{display:grid;gap:.75rem}
@media(min-width:48rem){
  .days>li{grid-template-columns:11rem minmax(0,1fr);gap:1.5rem}
}
.days h3{position:sticky;top:5rem;align-self:start}
.days h3 span{display:block;color:var(--soft);font-weight:450;font-size:.9375rem;letter-spacing:0}
@media(max-width:48rem){
  .days h3{position:static;display:flex;gap:.5rem;align-items:baseline}
}
.tile.wide{flex-direction:row;align-items:center}
.tile.wide .cover{width:42%}
@media(max-width:40rem){
  .tile.wide{flex-direction:column;align-items:stretch}
  .tile.wide .cover{width:auto}
}
.slots{display:grid;gap:.75rem}
.slot{position:relative;display:grid;grid-template-columns:minmax(0,1fr) 9.5rem;gap:1.25rem;align-items:center;background:var(--card);border:1px solid var(--line);border-radius:var(--r);padding:.9rem .9rem .9rem 1.25rem}
.slot .cover{border-radius:10px}
.slot h4{margin:0;font-size:1.125rem;line-height:1.3;font-weight:600;letter-spacing:-.01em}
.slot h4 a{color:inherit;text-decoration:none}
.slot h4 a::after{content:"";position:absolute;inset:0;border-radius:var(--r)}
.slot .tags{margin-top:.55rem}
@media(max-width:40rem){
  .slot{grid-template-columns:minmax(0,1fr) 6.25rem;gap:.9rem;padding:.8rem;align-items:start}
  .slot h4{font-size:1rem}
}
.grid{display:grid;gap:1rem;grid-template-columns:repeat(auto-fill,minmax(min(100%,19rem),1fr))}
.item{position:relative;display:flex;gap:1rem;align-items:flex-start;background:var(--card);border:1px solid var(--line);border-radius:var(--r);padding:1rem;box-shadow:var(--shadow)}
.item :is(h2,h3){letter-spacing:-.01em;font-size:1.125rem;line-height:1.3;font-weight:600;display:-webkit-box;-webkit-line-clamp:3;-webkit-box-orient:vertical;overflow:hidden}
.item :is(h2,h3) a{color:inherit;text-decoration:none}
.item :is(h2,h3) a::after{content:"";position:absolute;inset:0;border-radius:var(--r)}
.item>div{min-width:0;flex:1}
.item .over a{position:relative;z-index:1}
.item p{font-size:.875rem;color:var(--soft)}
.item>.day,.day{flex:none;width:3.4rem;text-align:center;border-radius:12px;background:var(--wash);padding:.4rem 0 .5rem;line-height:1.15}
.day b{display:block;font-size:1.375rem;font-weight:650;letter-spacing:-.02em}
.day span{font-size:.75rem;font-weight:600;color:var(--soft)}
.list{border:1px solid var(--line);border-radius:var(--r);background:var(--card);overflow:hidden;box-shadow:var(--shadow)}
.list:has(.menu){overflow:visible}
.list>li{padding:1rem 1.25rem;display:flex;gap:.9rem;align-items:center}
.list h2,.list h3{font-size:1rem;letter-spacing:0;font-weight:600}
.list p.soft{font-size:.875rem}
.list>li+li{border-top:1px solid var(--line)}
.list>li>div{min-width:0;flex:1}
.list>li>.row{flex:0 1 auto}
.list>li>.tag{flex:none}
.card .list{border:0;border-radius:0;box-shadow:none}
.card>.list>li{padding-inline:0}
@media(max-width:40rem){
  .list>li>.row:has(.menu){flex:1 1 100%}
  :is(.row,.list>li)>.menu{margin-inline-start:auto}
  .list>li{flex-wrap:wrap;align-items:flex-start}
  .list>li>div{flex-basis:100%}
  .list>li>:is(.face,.logo)+div{flex-basis:calc(100% - 4rem)}
  .list>li:has(>.menu)>:is(.face,.logo)+div{flex-basis:calc(100% - 8.5rem)}
}
@media(max-width:40rem){
  .list.lines>li{flex-wrap:nowrap;align-items:center}
  .list.lines>li>div{flex-basis:0}
}
.new{box-shadow:inset 4px 0 0 var(--brand)}
@media(hover:hover){
  :is(.tile,.item,.slot):hover{box-shadow:var(--lift)}
}
.two{display:grid;gap:1.5rem}
@media(min-width:56rem){
  .two{grid-template:"head side" auto "rest side" 1fr/minmax(0,1fr) 22rem;column-gap:3rem}
  .two>header{grid-area:head}
  .two>aside{grid-area:side}
  .two>.rest{grid-area:rest}
  .two>aside>*{position:sticky;top:6rem}
}
.two>aside{min-width:0}
@media(min-width:56rem){
  .two:not(:has(>header)){grid-template:"rest side" 1fr/minmax(0,1fr) 22rem}
}
@media(max-width:56rem){
  .two:not(:has(>header))>aside{order:-1}
  .two.list-first>aside{order:0}
  .two.club>aside{display:contents}
  .two.club>aside>:first-child{order:-1}
}
.two>aside.stack>*{position:static}
.two>aside .pair:has([type=datetime-local]){grid-template-columns:minmax(0,1fr)}
.banner.low{aspect-ratio:4/1!important}
.banner{width:100%;aspect-ratio:16/9;object-fit:cover;border-radius:var(--r);background:var(--wash)}
.hero .cover{margin-bottom:1.5rem}
.club-head .cover{aspect-ratio:4/1}
.club-head{margin-bottom:1.5rem}
.club-id{display:flex;gap:1.25rem;align-items:flex-end;padding-inline:1.25rem;margin-top:-3rem;position:relative}
.club-id .logo{border:4px solid var(--bg);box-sizing:content-box}
.club-id .stack-s{padding-bottom:.35rem;min-width:0;flex:1}
.club-name{margin-top:.75rem}
@media(max-width:40rem){
  .hero .cover{margin:-1.25rem -1.25rem 1.25rem!important;border-radius:0}
  .club-head .cover{aspect-ratio:16/9;margin:-1.25rem -1.25rem 0;border-radius:0}
  .club-id{padding-inline:0}
  :is(.wrap,.stack):has(>.tell) :is(.hero,.club-head) .cover{margin-top:0!important}
}
.facts{display:grid;gap:1rem}
.facts>div{display:flex;gap:.9rem;align-items:center}
.facts .icon{box-sizing:content-box;padding:.6rem;border:1px solid var(--line);border-radius:10px;background:var(--card);color:var(--soft)}
.facts dt{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.facts dd{min-width:0}
.prose{max-width:44rem;line-height:1.6}
.people{display:flex;flex-wrap:wrap;gap:.45rem}
.people li{display:flex;align-items:center;gap:.45rem;background:var(--card);border:1px solid var(--line);border-radius:99px;padding:.15rem .75rem .15rem .2rem;font-size:.875rem;max-width:100%}
.people bdi{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.face{width:2.25rem;height:2.25rem;border-radius:50%;display:grid;place-items:center;background:var(--wash);font-size:.8125rem;font-weight:650;flex:none;object-fit:cover}
.people .face{width:1.75rem;height:1.75rem;font-size:.75rem}
.bar{height:.5rem;border-radius:9px;background:var(--wash);overflow:hidden}
.bar rect{fill:var(--brand)}
.agenda{border-inline-start:2px solid var(--line);padding-inline-start:1.25rem}
.agenda li+li{margin-top:1.25rem}
.agenda h3{font-size:1rem}
.qr{width:min(100%,17rem);margin-inline:auto;background:#fff;border-radius:var(--r);padding:1rem;border:1px solid var(--line)}
:is(.two,.days,.slots,.highlights,.cards,.grid,.facts,.board,.people)>*,.people bdi{min-width:0}
.act{display:none}
@media(max-width:56rem){
  .act{position:fixed;inset:auto 0 0;z-index:7;display:flex;gap:1rem;align-items:center;background:var(--card);border-top:1px solid var(--line);box-shadow:0 -8px 24px #10182814;padding:.75rem 1.25rem calc(.75rem + env(safe-area-inset-bottom))}
  .act>div{flex:1 1 7.5rem;min-width:7.5rem;font-size:.875rem}
  .act>.btn{flex:0 1 auto;min-width:min(9.5rem,55%);max-width:60%;min-height:3rem}
  .acts .at-wide{display:none}
  .acts .foot{padding-bottom:6.5rem}
}
@media(max-width:40rem){
  .top.in~main .act{bottom:calc(3.6rem + env(safe-area-inset-bottom));padding-block:.5rem;box-shadow:none}
}
.seat-head{display:flex;gap:1rem;align-items:center}
.seat-head h2{font-size:1.125rem}
`

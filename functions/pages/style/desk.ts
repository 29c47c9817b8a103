/** The check-in desk, and texts to copy. */
export const desk = `
.toast{position:fixed;inset-inline:1rem;bottom:calc(1rem + env(safe-area-inset-bottom));z-index:8;max-width:34rem;margin-inline:auto;pointer-events:none}
.toast .tell{margin:.5rem 0 0;box-shadow:var(--lift);pointer-events:auto}
main:has(.toast .tell){padding-bottom:10rem}
html:has(.toast .tell){scroll-padding-bottom:12rem}
.read-only :is(.door form,#camera){display:none}
.door h3{font-size:1rem;overflow-wrap:normal}
.door p:empty{display:none}
.door>li>form:has(select){display:flex;gap:.4rem}
.door select{width:auto}
.list.door>li{padding-block:.6rem}
.door .in-mark{white-space:nowrap;min-height:2.75rem}
.more .door>li{padding-block:.35rem}
.copy{display:flex;flex-wrap:wrap;gap:.6rem;align-items:center}
.copied{flex:1 1 12rem;min-width:0;padding:.7rem .9rem;border:1px solid var(--line);border-radius:10px;background:var(--wash);overflow-wrap:anywhere;user-select:all;-webkit-user-select:all;font-size:.875rem}
@media(max-width:40rem){
  .door span.face{display:none}
  .list.door>li{gap:.6rem;padding-inline:1rem}
  .door>li>form:has(select){flex-direction:column;align-items:stretch}
  .door>li>form .btn{padding-inline:.9rem}
  .top.in~main .toast{bottom:calc(4.6rem + env(safe-area-inset-bottom))}
}
`

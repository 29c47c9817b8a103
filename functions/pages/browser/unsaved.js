// A page with a changed form asks before it is left. So does one that shows a form again that is not saved yet.
let isChanged = document.querySelector('[data-unsaved]') !== null

document.addEventListener('input', ({ target }) => {
  if (target.form?.method === 'post') isChanged = true
})
document.addEventListener('submit', () => {
  isChanged = false
})
addEventListener('beforeunload', (event) => {
  if (isChanged) event.preventDefault()
})

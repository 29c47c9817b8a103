// A page with a changed form asks before it is left.
let isChanged = false

document.addEventListener('input', ({ target }) => {
  if (target.form?.method === 'post') isChanged = true
})
document.addEventListener('submit', () => {
  isChanged = false
})
addEventListener('beforeunload', (event) => {
  if (isChanged) event.preventDefault()
})

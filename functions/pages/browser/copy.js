// Buttons that copy the text beside them.
import { t } from './translate.js'

for (const field of document.querySelectorAll('.copy')) {
  const button = field.querySelector('button')
  button.hidden = !navigator.clipboard
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(field.querySelector('.copied').textContent)
      button.textContent = t('Copied')
    } catch {
      button.hidden = true
    }
  })
}

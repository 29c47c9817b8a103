// A form that says what to ask for has its passkey made or used here, and is sent with what the browser hands over.
import { t } from './translate.js'

const creates = (asked) => asked.endsWith('/registration-options')

const credentialFor = async (asked) => {
  const headers = { 'content-type': 'application/json' }
  const reply = await fetch(asked, { method: 'POST', headers, body: '{}' })
  const { data, message } = await reply.json()
  if (!reply.ok) throw new Error(message)
  const { parseCreationOptionsFromJSON, parseRequestOptionsFromJSON } = PublicKeyCredential
  return creates(asked)
    ? navigator.credentials.create({ publicKey: parseCreationOptionsFromJSON(data.options) })
    : navigator.credentials.get({ publicKey: parseRequestOptionsFromJSON(data.options) })
}

const telling = (form) => {
  const told = form.querySelector('[role=alert]') ?? document.createElement('p')
  told.className = 'tell warn'
  told.setAttribute('role', 'alert')
  form.append(told)
  return told
}

for (const form of document.querySelectorAll('[data-passkey]')) {
  if (!globalThis.PublicKeyCredential?.parseRequestOptionsFromJSON) continue
  form.hidden = false
  form.addEventListener('submit', async (submitted) => {
    submitted.preventDefault()
    try {
      const credential = await credentialFor(form.dataset.passkey)
      form.elements.credential.value = JSON.stringify(credential)
      form.submit()
    } catch (error) {
      const stopped = error.name === 'NotAllowedError' || error.name === 'AbortError'
      telling(form).textContent = stopped
        ? t('No passkey was used. Try again, or another way.')
        : error.message
    }
  })
}

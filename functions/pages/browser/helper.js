// The check-in desk of a helper link, where scripts run. It keeps nothing in the browser, so it needs a connection.
import { offerCamera } from './camera.js'
import { keepCurrent } from './desk-refresh.js'
import { t } from './translate.js'

const door = document.getElementById('door')
const messages = document.getElementById('messages')
const codeForm = door.querySelector('input[name="code"]').form

const say = (text) => {
  const line = document.createElement('p')
  line.className = 'tell warn'
  line.append(text)
  messages.replaceChildren(line)
}

let sending = false

/** Sends a code like the form, and shows what the page answers. The camera stays open for the next ticket. */
const send = async (code) => {
  if (sending) return
  sending = true
  try {
    const body = new URLSearchParams({ do: 'code', code })
    const reply = await fetch(codeForm.action, { method: 'POST', body, headers: { accept: 'text/html' } })
    const page = new DOMParser().parseFromString(await reply.text(), 'text/html')
    const count = page.getElementById('count')
    // Any other page, such as that of a link that was ended, is shown as it is.
    if (!count) return location.reload()
    document.getElementById('count').replaceChildren(...count.childNodes)
    messages.replaceChildren(...page.querySelectorAll('#door > .tell, #door form .wrong'))
  } catch {
    say(t('No connection. Nothing was checked in.'))
  } finally {
    sending = false
  }
}

/** Leaving the page for an answer that never comes would end in an error page of the browser. */
const sendForm = async (form) => {
  if (sending) return
  sending = true
  try {
    await fetch(import.meta.url, { cache: 'no-store' })
    form.submit()
  } catch {
    say(t('No connection. Nothing was checked in.'))
  } finally {
    sending = false
  }
}
door.addEventListener('submit', (event) => {
  event.preventDefault()
  void sendForm(event.target)
})

keepCurrent(
  () => !sending,
  () => undefined,
)
offerCamera(send, () => say(t('The camera cannot be used here. Search for names instead.')))

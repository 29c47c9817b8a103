// Script of the reference pages: search for operations and try one. The pages are readable without it.
const make = (name, properties = {}, ...children) => {
  const element = Object.assign(document.createElement(name), properties)
  element.append(...children)
  return element
}

let known
const find = document.getElementById('find')
const found = document.getElementById('found')

/** Matches words apart or together: "check in" finds checkInPerson and "Checks somebody in". */
const wordsOf = (text) =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
    .split(' ')

const placeOf = ([id, domain, , path, summary], words) => {
  const name = id.toLowerCase()
  const text = `${name} ${domain} ${path} ${summary}`.toLowerCase()
  if (!words.every((word) => text.includes(word))) return 0
  return name.startsWith(words.join('')) ? 3 : name.includes(words.join('')) ? 2 : 1
}

const search = async () => {
  const text = find.value.trim()
  if (text === '') return found.replaceChildren()
  known ??= fetch('/docs/search.json').then((answer) => answer.json())
  const rows = await known
  const words = wordsOf(text)
  const hits = rows
    .map((row) => [placeOf(row, words), row])
    .filter(([place]) => place > 0)
    .sort(([a], [b]) => b - a)
    .slice(0, 30)
  const links = hits.map(([, [id, domain, method, path, summary]]) =>
    make(
      'li',
      {},
      make(
        'a',
        { href: `/docs/${domain}#${id}` },
        summary,
        make('br'),
        make('span', { className: 'soft' }, `${method.toUpperCase()} ${path}`),
      ),
    ),
  )
  found.replaceChildren(...(links.length > 0 ? links : [make('li', {}, 'Nothing found')]))
}

find.addEventListener('input', search)
found.addEventListener('click', () => found.replaceChildren())
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') found.replaceChildren()
  if (event.key !== '/' || /^(INPUT|TEXTAREA)$/.test(document.activeElement.tagName)) return
  event.preventDefault()
  find.focus()
})

/** The signed-in person, loaded at the first attempt to try an operation. */
let person
const whoIsHere = () => {
  person ??= fetch('/validate-token')
    .then((answer) => (answer.ok ? answer.json() : undefined))
    .then((body) => body?.data?.user?.name ?? body?.data?.user?.username)
    .catch(() => undefined)
  return person
}

const requestOf = (form, { method, path, fields, files }) => {
  const value = (name) => form.elements[name]?.value ?? ''
  const search = new URLSearchParams()
  const headers = {}
  let address = path
  for (const { name, place } of fields) {
    const text = value(`${place} ${name}`)
    if (place === 'path') address = address.replace(`{${name}}`, encodeURIComponent(text))
    else if (text !== '' && place === 'query') search.set(name, text)
    else if (text !== '') headers[name] = text
  }
  const query = search.toString()
  const chosen = files.filter((name) => form.elements[`file ${name}`].files.length > 0)
  const text = value('body')
  const url = query === '' ? address : `${address}?${query}`
  if (chosen.length === 0) {
    if (text === '') return [url, { method: method.toUpperCase(), headers }]
    return [
      url,
      {
        method: method.toUpperCase(),
        headers: { ...headers, 'content-type': 'application/json' },
        body: text,
      },
    ]
  }
  const body = new FormData()
  for (const [name, one] of Object.entries(text === '' ? {} : JSON.parse(text)))
    body.append(name, typeof one === 'string' ? one : JSON.stringify(one))
  for (const name of chosen) body.append(name, form.elements[`file ${name}`].files[0])
  return [url, { method: method.toUpperCase(), headers, body }]
}

const shown = async (answer) => {
  const text = await answer.text()
  const head = `${answer.status} ${answer.statusText}\n${[...answer.headers].map(([name, value]) => `${name}: ${value}`).join('\n')}`
  let body = text
  try {
    body = JSON.stringify(JSON.parse(text), null, 2)
  } catch {}
  return `${head}\n\n${body}`
}

const formOf = (trial) => {
  const { fields, files, body } = trial
  const output = make('pre', { className: 'answer', ariaLive: 'polite' })
  const here = make('p', { className: 'soft' }, '…')
  const inputs = fields.map(({ name, place, example, required }) =>
    make(
      'label',
      {},
      `${name} (${place})`,
      make('input', {
        name: `${place} ${name}`,
        value: place === 'header' ? '' : (example ?? ''),
        required: required === true,
      }),
    ),
  )
  const uploads = files.map((name) =>
    make('label', {}, `${name} (file)`, make('input', { name: `file ${name}`, type: 'file' })),
  )
  const text =
    body === undefined
      ? []
      : [make('label', {}, 'Body', make('textarea', { name: 'body', value: JSON.stringify(body, null, 2) }))]
  const form = make('form', {}, here, ...inputs, ...text, ...uploads, make('button', {}, 'Send'), output)
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    output.textContent = '…'
    try {
      output.textContent = await shown(await fetch(...requestOf(form, trial)))
    } catch (error) {
      output.textContent = error.message
    }
  })
  void whoIsHere().then((name) => {
    here.replaceChildren(
      ...(name
        ? [`You are signed in as ${name}.`]
        : [
            'You are not signed in. ',
            make('a', { href: `/login?next=${encodeURIComponent(location.pathname)}` }, 'Sign in'),
          ]),
    )
  })
  return form
}

document.addEventListener('click', ({ target }) => {
  const trial = target instanceof HTMLElement && target.dataset.try
  if (!trial) return
  const next = target.nextElementSibling
  if (next?.tagName === 'FORM') next.remove()
  else target.after(formOf(JSON.parse(trial)))
})
// Scrolls a long list of domains to the current one.
const list = document.querySelector('nav')
const current = list.querySelector('[aria-current]')
if (current)
  list.scrollTo(
    current.offsetLeft - list.offsetLeft - list.clientWidth / 2,
    current.offsetTop - list.offsetTop - list.clientHeight / 2,
  )
document.documentElement.dataset.ready = 'true'

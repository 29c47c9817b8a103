// Script of the reference pages: search, copy code, choose a language, try an operation. The pages are readable without it.
const make = (name, properties = {}, ...children) => {
  const element = Object.assign(document.createElement(name), properties)
  element.append(...children)
  return element
}

const page = document.documentElement
const find = document.getElementById('find')
const found = document.getElementById('found')

/** The search index, loaded at the first search. */
let index
const load = () => {
  index ??= fetch('/docs/search.json').then((response) => response.json())
  return index
}

/** Matches words apart or together: "check in" finds checkInPerson and "Check in a person". */
const wordsOf = (text) =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
    .split(' ')

/** How well a name and its text match: 0 for not at all. */
const rankOf = (name, text, words) => {
  const whole = `${name} ${text}`.toLowerCase()
  if (!words.every((word) => whole.includes(word))) return 0
  const plain = name.toLowerCase().replace(/[^a-z0-9]/g, '')
  const joined = words.join('')
  if (plain === joined) return 4
  return plain.startsWith(joined) ? 3 : plain.includes(joined) ? 2 : 1
}

const best = (rows, rank, most) =>
  rows
    .map((row) => [rank(row), row])
    .filter(([place]) => place > 0)
    .sort(([a], [b]) => b - a)
    .slice(0, most)
    .map(([, row]) => row)

const isOld = ([, part]) => part === 'existing'
const soft = (text) => make('span', { className: 'soft' }, text)

const operationLink = ([id, part, method, path, summary]) =>
  make('a', { href: `/docs/${part}#${id}` }, summary, soft(`${method.toUpperCase()} ${path}`))

/** Links to the operations with a field, most of which are behind "and more" by their number. */
const fieldLink = ([name, description, at], operations) => {
  const first = operations[at.find((each) => !isOld(operations[each])) ?? at[0]]
  const others = at.length > 1 ? ` and ${at.length - 1} more` : ''
  return make(
    'a',
    { href: `/docs/${first[1]}#${first[0]}` },
    make('code', {}, name),
    ` ${description}`,
    soft(`${first[0]}${others}`),
  )
}

const search = async () => {
  const text = find.value.trim()
  if (text === '') return found.replaceChildren()
  const { operations, fields } = await load()
  if (text !== find.value.trim()) return
  const words = wordsOf(text)
  const hits = best(
    operations,
    (row) => {
      const [id, part, , path, summary] = row
      const rank = rankOf(id, `${part} ${path} ${summary}`, words)
      return rank > 0 && isOld(row) ? 0.5 : rank
    },
    20,
  )
  const named = best(fields, ([name, description]) => rankOf(name, description, words), 20)
  const exact = named.length > 0 && rankOf(named[0][0], '', words) === 4
  const parts = [
    ['Operations', hits.map(operationLink)],
    ['Fields', named.map((row) => fieldLink(row, operations))],
  ].filter(([, links]) => links.length > 0)
  if (exact && rankOf(hits[0]?.[0] ?? '', '', words) < 4) parts.reverse()
  found.replaceChildren(
    ...(parts.length > 0
      ? parts.flatMap(([title, links]) => [make('h2', {}, title), ...links])
      : [make('p', {}, `Nothing found for “${text}”. Try fewer or shorter words.`)]),
  )
}

find.addEventListener('focus', load)
find.addEventListener('input', search)
found.addEventListener('click', () => found.replaceChildren())
document.addEventListener('click', ({ target }) => {
  if (!target.closest('search')) found.replaceChildren()
})
document.querySelector('search').addEventListener('keydown', (event) => {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  const links = [...found.querySelectorAll('a')]
  const at = links.indexOf(document.activeElement) + (event.key === 'ArrowDown' ? 1 : -1)
  const next = at < 0 ? find : links[Math.min(at, links.length - 1)]
  event.preventDefault()
  next?.focus()
})
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') found.replaceChildren()
  if (event.key !== '/' || /^(INPUT|TEXTAREA)$/.test(document.activeElement.tagName)) return
  event.preventDefault()
  find.focus()
})

/** Shows the code of one language, which the browser remembers. */
const show = (language) => {
  page.dataset.shown = language
}
const remembered = () => {
  try {
    return localStorage.getItem('reference-language') ?? 'curl'
  } catch {
    return 'curl'
  }
}
const remember = (language) => {
  try {
    localStorage.setItem('reference-language', language)
  } catch {}
}
show(remembered())

/** The same figure in the other language stays where it was on the screen. */
const choose = (button) => {
  const samples = button.closest('.samples')
  const before = samples.getBoundingClientRect().top
  show(button.dataset.language)
  remember(button.dataset.language)
  scrollBy(0, samples.getBoundingClientRect().top - before)
}

const copy = async (button) => {
  try {
    await navigator.clipboard.writeText(button.closest('figure').querySelector('code').textContent)
    button.textContent = 'Copied'
  } catch {
    getSelection().selectAllChildren(button.closest('figure').querySelector('code'))
    button.textContent = 'Press Ctrl+C'
  }
  setTimeout(() => button.replaceChildren('Copy'), 2000)
}

document.addEventListener('click', ({ target }) => {
  if (!(target instanceof HTMLButtonElement)) return
  if (target.dataset.language) choose(target)
  if ('copy' in target.dataset) void copy(target)
})

/** Everything is printed, also what is folded. */
addEventListener('beforeprint', () => {
  for (const details of document.querySelectorAll('main details')) details.open = true
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
  const form = make(
    'form',
    {},
    here,
    ...inputs,
    ...text,
    ...uploads,
    make('button', { type: 'submit' }, 'Send request'),
    output,
  )
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
        ? [`You are signed in as ${name}. This sends a real request to ${location.host}.`]
        : [
            `This sends a real request to ${location.host}. You are not signed in. `,
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
// Scrolls a long navigation to the current page.
const list = document.getElementById('nav')
const current = list.querySelector('[aria-current]')
if (current) list.scrollTop = current.offsetTop - list.clientHeight / 2
page.dataset.ready = 'true'

// A large photo is scaled down before its form is sent. Where that fails, the file stays as it is.
import { t } from './translate.js'
import './unsaved.js'

const pictures = 'input[type=file][accept^="image/"]'
const longestSide = 2048
const largeBytes = 1_000_000
/** The server's limit (`pictureLimits`). */
const mostBytes = 4 * 1024 * 1024

/** GIF and WebP may move, and stay. A PNG may be transparent, so it becomes WebP. */
const typesOf = { 'image/jpeg': 'image/jpeg', 'image/png': 'image/webp' }

const scaled = async (file) => {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' })
  const scale = Math.min(1, longestSide / Math.max(bitmap.width, bitmap.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(bitmap.width * scale))
  canvas.height = Math.max(1, Math.round(bitmap.height * scale))
  canvas.getContext('2d').drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  const blob = await new Promise((done) => canvas.toBlob(done, typesOf[file.type], 0.85))
  return blob && blob.size < file.size ? new File([blob], file.name, { type: blob.type }) : file
}

const shrink = async (input) => {
  const [file] = input.files
  input.setCustomValidity('')
  if (!file || file.size <= largeBytes) return
  const small = file.type in typesOf ? await scaled(file).catch(() => file) : file
  // Meanwhile another file may have been chosen.
  if (input.files[0] !== file) return
  if (small !== file) {
    const chosen = new DataTransfer()
    chosen.items.add(small)
    input.files = chosen.files
  }
  if (small.size <= mostBytes) return
  input.setCustomValidity(t('The file is too large. Choose one of up to 4 MB.'))
  input.reportValidity()
}

let waiting = 0
let work = Promise.resolve()

document.addEventListener('change', ({ target }) => {
  if (!target.matches(pictures)) return
  waiting += 1
  work = work
    .then(() => shrink(target))
    .catch(() => {})
    .then(() => {
      waiting -= 1
    })
})

document.addEventListener('submit', async (event) => {
  if (waiting === 0) return
  event.preventDefault()
  await work
  event.target.requestSubmit(event.submitter)
})

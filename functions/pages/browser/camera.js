// Reads tickets by the camera, where a browser has one.
import { t } from './translate.js'

/** What reads a code in a picture: the browser itself where it can, else a small library. */
const reader = async () => {
  const formats = (await globalThis.BarcodeDetector?.getSupportedFormats?.()) ?? []
  if (formats.includes('qr_code')) {
    const detector = new BarcodeDetector({ formats: ['qr_code'] })
    return async (video) => (await detector.detect(video))[0]?.rawValue
  }
  const { readCode } = await import('/scripts/read-qr.js')
  const canvas = document.createElement('canvas')
  const picture = canvas.getContext('2d', { willReadFrequently: true })
  return async (video) => {
    const scale = Math.min(1, 640 / Math.max(video.videoWidth, video.videoHeight))
    canvas.width = video.videoWidth * scale
    canvas.height = video.videoHeight * scale
    picture.drawImage(video, 0, 0, canvas.width, canvas.height)
    return readCode(picture.getImageData(0, 0, canvas.width, canvas.height))
  }
}

/** Shows the button that opens the camera. `take` gets each code once; `onFailure`: the camera cannot be used. */
export const offerCamera = (take, onFailure) => {
  const video = document.getElementById('seen')
  const camera = document.getElementById('camera')
  let stream

  const look = async (readFrom) => {
    let last = ''
    let since = 0
    while (stream) {
      const code = video.readyState >= 2 ? await readFrom(video).catch(() => undefined) : undefined
      const now = Date.now()
      if (code && (code !== last || now - since > 4000)) {
        take(code)
        navigator.vibrate?.(60)
        last = code
      }
      if (code) since = now
      await new Promise((done) => setTimeout(done, 150))
    }
  }

  const close = () => {
    for (const track of stream?.getTracks() ?? []) track.stop()
    stream = undefined
    video.hidden = true
    camera.textContent = t('Scan tickets')
  }

  camera.hidden = !navigator.mediaDevices
  camera.addEventListener('click', async () => {
    if (stream) return close()
    try {
      const readFrom = await reader()
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
      video.srcObject = stream
      video.hidden = false
      camera.textContent = t('Close the camera')
      await video.play()
      void look(readFrom)
    } catch {
      close()
      onFailure()
    }
  })
}

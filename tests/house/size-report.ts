// How large the folders and the largest files are: npm run sizes
import { folderSize, live, liveSize, sizesOf } from './sizes.ts'

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`

const folders = [...live.map((folder) => folderSize(folder, sizesOf(folder))), liveSize()]
const tests = folderSize('tests', sizesOf('tests'))
console.table(
  [...folders, tests].map(({ commentShare, ...size }) => ({ ...size, comments: percent(commentShare) })),
)
const ratio = tests.code / Math.max(1, liveSize().code)
console.log(`Lines of test for each line of live code: ${ratio.toFixed(2)}`)
const largest = sizesOf(...live).sort((a, b) => b.total - a.total)
console.log('The ten largest files:')
for (const { path, total, code } of largest.slice(0, 10)) console.log(`${total} (${code} code)  ${path}`)

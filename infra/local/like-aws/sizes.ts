import type { Item } from './items.ts'

const sizeOf = (value: unknown): number => {
  if (typeof value !== 'object' || value === null) return 1
  let size = 0
  for (const [type, inner] of Object.entries(value)) {
    if (type === 'S') size += Buffer.byteLength(String(inner))
    else if (type === 'N') size += Math.ceil(String(inner).length / 2) + 1
    else if (type === 'B') size += Math.floor((String(inner).length * 3) / 4)
    else if (type === 'M') size += 3 + sizeOfItem(inner as Item)
    else if (Array.isArray(inner)) size += 3 + inner.reduce((sum: number, one) => sum + 1 + sizeOf(one), 0)
    else size += 1
  }
  return size
}

/** Bytes of an item: its names and values. Lists and maps add three bytes, and one for each element. */
const sizeOfItem = (item: Item): number =>
  Object.entries(item).reduce((sum, [name, value]) => sum + Buffer.byteLength(name) + sizeOf(value), 0)

/** Write units of an item: one for each started 1 KB, and one for a deleted item. */
export const writeUnitsOf = (item: Item | undefined): number =>
  item ? Math.ceil(Math.max(1, sizeOfItem(item)) / 1024) : 1

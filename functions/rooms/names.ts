/** No name that a key of the table can hold is cut. */
const longest = 200

/**
 * What a room is known by: its name without blanks and signs that nobody sees, in lower case, compatible signs alike
 * (NFKC). Registered or not, whoever writes `Room 101`, `ROOM101` or `room 101 ` means the same room.
 */
export const roomKey = (name: string): string => {
  const folded = name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s\p{Default_Ignorable_Code_Point}\p{Cc}]/gu, '')
    .normalize('NFKC')
  return [...folded].slice(0, longest).join('') || name
}

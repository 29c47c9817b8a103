/** For the clock: what became of push messages. */
export { collectReceipts } from './channels/push-receipts.ts'

// Loaded into the server with --import: the parent process sends { advance: milliseconds } to move the server's Date
// ahead, and gets a message when it has moved.
const RealDate = Date
let ahead = 0
globalThis.Date = class extends RealDate {
  constructor(...args) {
    if (args.length === 0) super(RealDate.now() + ahead)
    else super(...args)
  }
  static now() {
    return RealDate.now() + ahead
  }
}
process.on('message', ({ advance }) => {
  if (advance === undefined) return
  ahead += advance
  process.send({ advanced: ahead })
})

// Tests load this module into the server with --import. To move the server's Date ahead, the parent process sends
// { advance: milliseconds }; the server sends a message back when the Date has moved.
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

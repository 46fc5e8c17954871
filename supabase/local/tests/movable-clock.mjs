// Loaded with --import: the parent sends { advance: milliseconds } to move this process's Date ahead,
// and gets a message back afterwards.
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

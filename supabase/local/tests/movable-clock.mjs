// Loaded with --import: the process's Date goes ahead by as much as its parent says, { advance:
// milliseconds }, and it says when it has.
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

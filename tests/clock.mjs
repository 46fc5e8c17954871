// Loaded with --import: shifts this process's Date to start at STUDIO_NOW. PGlite's now() follows
// it.
const start = process.env.STUDIO_NOW
if (start) {
  const RealDate = Date
  const shift = RealDate.parse(start) - RealDate.now()
  globalThis.Date = class extends RealDate {
    constructor(...args) {
      if (args.length === 0) super(RealDate.now() + shift)
      else super(...args)
    }
    static now() {
      return RealDate.now() + shift
    }
    // Next wraps the constructor once more and copies only what is its own.
    static parse = RealDate.parse
    static UTC = RealDate.UTC
  }
}

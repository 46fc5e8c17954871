/** What the specification of the site asks. */
const starter = [
  ...['1 core user flow', 'UX/UI design', 'basic sign-up/login', 'basic database integration'],
  ...['mobile responsive', 'hosting & deployment setup'],
]
const growth = [
  ...['2-3 user flows', 'admin dashboard', 'email setup', 'user roles and permissions'],
  'advanced database integration',
]
const scale = [
  ...['deep scoping, strategy & planning', 'AI-powered features', 'OpenAI & Gemini integrations'],
  ...['payments integration', 'analytics setup'],
]

/** The words, prices and links that it fixes: the only ones that a test repeats. All other tests read the content. */
export const specification = {
  packages: [
    { name: 'Starter', price: '$6,500', timeline: '2-4 weeks', features: starter },
    { name: 'Growth', price: '$12,000', timeline: '4-6 weeks', features: growth },
    { name: 'Scale', price: '$25,000+', timeline: '6-10+ weeks', features: scale },
  ],
  support: [
    { name: 'Hosting & Billing', price: 'from $250/month' },
    { name: 'Support & Updates', price: 'from $2000/month' },
    { name: 'Handover', price: 'one-time $1000 excl. GST' },
  ],
  priceNote: 'NZD, excl. GST',
  studio: { founded: '2024', tagline: 'Move Fast, Build Smart', promise: 'under 6 weeks' },
  place: { city: 'Wellington', country: { name: 'New Zealand', code: 'NZ' }, zone: 'Pacific/Auckland' },
  hero: { primary: 'Start Your Project', secondary: 'View Packages' },
  tools: 'Powered by industry-leading tools',
  services: ['Product Strategy', 'Design & Development', 'Launch & Growth'],
  reasons: 'Why Founders Work With Us',
  portfolio: 'Recent Products',
  howWeWork: {
    title: 'How We Work',
    steps: ['Book a Free Chat', 'Design & Build', 'Launch', 'Keep it Running'],
  },
  closing: { title: 'Your Launch, Done Right', action: 'Start Your Project' },
  notFound: { title: 'Oops! Page not found', links: [['Return to Home', '/'], {}, {}, {}] },
  header: ['Home hero', 'Why Us value-props', 'Packages packages', 'Portfolio portfolio'],
  footer: [
    ['Contact', 'About', 'LinkedIn'],
    ['Services', 'Full-Stack Apps', 'Ongoing Support', 'Free Consultation Call'],
    ['Company', 'Why Us', 'Portfolio', 'Pricing'],
  ],
  comingSoon: { labels: ['Privacy Policy', 'Terms of Service'], message: 'Coming Soon' },
  responseTime: '24-hour response time',
  statuses: {
    ...{ pending: 'yellow', confirmed: 'green', cancelled: 'red' },
    ...{ new: 'yellow', read: 'blue', replied: 'green', archived: 'gray' },
  },
}

/** Its statements, each with an id, and below it the titles of the tests that show it (`npm run spec`). */
export const statements = `
## The landing page
L1 Its sections are, in this order, hero, tools, services, reasons, packages, support, products, steps, questions, closing; the anchors are hero, our-services, value-props, packages, support, portfolio and contact-about.
- visitors read packages and prices in order, and open and close a question
L2 The hero has 'Move Fast, Build Smart', a headline about digital products for non-technical founders, 'Start Your Project' and 'View Packages', which scrolls to the packages.
- the landing page has the agreed titles, buttons and lists
- the second press on a scroll link hits nothing that passes under the pointer @full
L3 A strip with the logos of the tools, 'Powered by industry-leading tools', scrolls.
- each tool that the landing page names has its logo in tools.svg
- all text is readable on phones and wide screens, motion can be paused, products loop @full
L4 There are three services, six reasons 'Why Founders Work With Us', four steps 'How We Work' and the closing 'Your Launch, Done Right'.
- the landing page has the agreed titles, buttons and lists
L5 Starter, Growth and Scale have their prices, weeks and contents; none is marked as popular.
- packages and plans have the agreed names, prices, weeks and contents
L6 Hosting & Billing, Support & Updates and the handover have their prices.
- packages and plans have the agreed names, prices, weeks and contents
L7 Prices exclude GST, and say so.
- visitors read packages and prices in order, and open and close a question
- the data for search engines have the prices on the page, without tax
L8 'Recent Products' are three in a loop, each with a link 'Visit website' or 'Link coming soon'.
- all text is readable on phones and wide screens, motion can be paused, products loop @full
L9 A product whose picture fails shows a placeholder.
- a missing next free call, picture or script breaks nothing else on the page @full
L10 One question is open at a time, and can be closed.
- visitors read packages and prices in order, and open and close a question
L11 The studio promises a launch in under 6 weeks, and an answer within 24 hours.
- the pages promise a launch in some weeks, and a package keeps that promise
- the header and the footer have the agreed links
## About
A1 The page describes a studio on the south coast of Wellington, founded in 2024.
- the landing page has the agreed titles, buttons and lists
- without JavaScript / and /about are readable, and lead to the booking page
A2 'Meet the Founders' has two founders, each with name, title, biography and a link.
- /about shows a real founder with a photograph and a link, or an island until there is a picture
A3 'Start Your Project' leads to /booking.
- without JavaScript / and /about are readable, and lead to the booking page
## Ways through the site
W1 A missing page is 'Oops! Page not found' with 'Return to Home'; its path is logged.
- a missing page is a real 404, readable without JavaScript, and logged without its query
W2 A signed-out person at /admin comes to /login; a signed-in one at /login to /admin.
- a signed-out person sees no admin; the sign-in keeps the e-mail, names the error and leads on
- sign-in redirects no one to another site
W3 A new page begins at its top; #contact leads to /booking without a step back to it.
- a scroll link of another page leads to its section, #contact to /booking, and Back returns
W4 Any other hash scrolls smoothly to its section.
- a hash, visited or typed, scrolls smoothly to its section; Back jumps at once @full
W5 The header has Home, Why Us, Packages, Portfolio, About and 'Get Started'; from another page a scroll link leads to /#section.
- the header and the footer have the agreed links
- a scroll link of another page leads to its section, #contact to /booking, and Back returns
W6 The active item follows the scroll position, a third of the window below its top.
- scroll links bring their section into view, and the header marks the current section
W7 On a phone a menu opens and closes.
- on a phone the menu opens, closes on Escape with the focus back, and closes on a choice
W8 The footer has its four columns; 'Privacy Policy' and 'Terms of Service' say 'Coming Soon'.
- the header and the footer have the agreed links
- visitors read packages and prices in order, and open and close a question
## Booking
B1 The calendar opens on tomorrow; today, past days and earlier months cannot be chosen.
- the booking page opens on the studio’s tomorrow
- the calendar offers the dates that the database accepts: tomorrow to 365 days ahead
B2 Free times are grouped in Morning (before 12) and Afternoon; one can be chosen, and 'Next' needs it.
- a visitor books tomorrow’s call and downloads it as a calendar file
B3 Today, a day without times and a day that loads have their sentences.
- a day without times says so and names days with times; the focus stays on the day
- a page open past the studio’s midnight stops offering times of the new today @full
B4 'Need a different time? Contact us' leads to a message without date and time; Back returns.
- a visitor whom no time suits writes instead, and Back brings no date or time
B5 Step 2 has the date and time, or 'Date to be arranged' and 'Time to be arranged', and three fields.
- a visitor whom no time suits writes instead, and Back brings no date or time
B6 The button is 'Book a free strategy call' or 'Send message', and 'Submitting...' meanwhile.
- a visitor whom no time suits writes instead, and Back brings no date or time
- a visitor books tomorrow’s call and downloads it as a calendar file
B7 Name and a valid e-mail address are required: 'Please fill in your name and email'.
- each error appears once, at its field; the corrected request is stored once and clean
- a visitor must give a name and an e-mail address, and spaces do not count
B8 With date and time it is a booking, otherwise an inquiry; an empty message is null.
- a form with a time is a booking, one without is a message; an empty message becomes null
B9 With only one of date and time: 'Please select a date and time for your booking'.
- a form with only a date or only a time gets an error that asks for both
B10 A time that was booked meanwhile: 'Failed to create booking. This time slot may already be booked.'
- a visitor who lost a time keeps all entries and gets three free times; Enter takes none
- the error says that the time may be booked only if the time is the cause
B11 After a success the sentence is shown, and the form is as at first: step 1, tomorrow, no time, empty.
- a visitor books tomorrow’s call and downloads it as a calendar file
B12 Times are in 12 hours (9:00 am), and a slot has its length, usually 30 minutes.
- dates and times are written as people do, with ordinary spaces
- by keyboard alone a visitor hears the count of a day’s times, and each start and end
B13 Free times are kept per date, and read again after a change.
- a visitor books tomorrow’s call and downloads it as a calendar file
B14 When free times cannot be read none is shown; a failed submit keeps the form.
- while the backend is away a visitor reads that, not that no time is free, and how else to write
- a failed request is announced once, explained beside the button, and keeps all entries
## Sign-in
S1 'Admin Login' has e-mail, password with a toggle to show it, 'Sign In' and 'Signing in...'.
- a signed-out person sees no admin; the sign-in keeps the e-mail, names the error and leads on
S2 The server's message is shown inline; without e-mail or password the agreed sentence.
- a signed-out person sees no admin; the sign-in keeps the e-mail, names the error and leads on
S3 A sign-in leads to /admin, or to the page that asked for it.
- after sign-in the site redirects only to a page of this site
S4 An expired session is refreshed, and ends if it cannot be.
- the site refreshes an expired session, and ends one that cannot be refreshed
S5 Logout ends all sessions of the account, in every tab.
- after Logout no tab and no Back shows the admin
- a global logout ends all sessions of the user, and none of another user
S6 useAuth outside its provider: 'useAuth must be used within an AuthProvider'.
- useAuth throws a clear error outside an AuthProvider
S7 A failure of the Auth server or of the network is said, and the next try works.
- on every failure of the backend the sign-in says what is wrong, and works afterwards @full
## Hours
H1 The form has times, weekdays or one date, and a default duration of 30 min, 1 hour or 90 min.
- the availability form parses
- an admin chooses the default duration from 30 min, 1 hour and 90 min
H2 A start fills in the end; a new duration fills in the ends of rows that have none.
- the form fills in ends
- an admin adds times that visitors see; the form fills in ends, names missing fields, keeps entries
H3 A missing day, date, start or end, and an end before the start, has its sentence.
- the availability form names the problem
H4 Days and type of an edited weekday are locked.
- editing a weekday survives a reload and another admin’s change, and overwrites no change @full
H5 A slot with the same start and end exists once, and is used again.
- a slot is added once; deleting names its dates first, is refused with a booking, and has an Undo
- an admin reads after each change of the hours what was done
H6 The overview has a date's slots, Available or Unavailable, with Enable or Disable, and its four texts; past dates cannot be chosen.
- an admin who switches off a time first sees who booked it meanwhile
- an admin reads that a date has no slots, is loading, cannot be read or is not chosen @full
H7 A whole date can be enabled and disabled.
- the Undo of a date disabled by mistake opens it again
- ‘Enable date’ turns on every slot, even one that was off for the date or its weekday
H8 Each weekday can be edited, its slots switched and deleted, and all of it deleted.
- emptying a weekday names its bookings first, and has an Undo
- an admin reads after each change of the hours what was done
H9 A slot that a booking uses is not deleted: 'Failed to delete time slot. It might be in use.'
- a slot is added once; deleting names its dates first, is refused with a booking, and has an Undo
H10 Each success and each failure has its sentence; the form shows the server's message.
- an admin reads after each change of the hours what was done
- each change of the hours that fails has its own sentence
## Bookings and inquiries
R1 A booking is pending, confirmed or cancelled, an inquiry new, read, replied or archived, each in its colour.
- each status has the agreed colour
- the admin knows every status that the database allows in $table
R2 An admin sets any other status, and reads 'Booking confirmed successfully'.
- an admin may set any known status of a request, and no unknown one
- an admin confirms a call, and the visitor gets the mail that says so
R3 The list changes at once, and is read again on every change of bookings or inquiries.
- a new status shows at once, is sent once, and reverts if it could not be stored @full
- visitors’ requests appear by themselves, disturb no work, and wait while the tab is hidden
R4 An action in the dialog closes it.
- a held press acts on its own row; handled rows stay until the view is chosen again @full
R5 Name and e-mail are cut after 20 characters, the message after 30.
- long, right-to-left or many-lined texts hide no other request, and all fit the window @full
- the admin’s list cuts a text after a number of characters as people count them
R6 A search finds name, e-mail, date and time, status, message and type.
- the table sorts by its columns, finds by its fields, and keeps its state in the URL
- a search finds a call by its date and time as the admin’s page writes them
R7 Each column sorts, Created first and descending; the same column again turns the order.
- choosing a column sorts by it, on the first page; choosing the column again reverses the order
- the admin opens with all requests, newest first, and a search covers all of them
R8 Without rows: 'No records found', or 'No records match your search'.
- an empty list says why it is empty: no request yet, none in the tab, none found
R9 The page has 'Welcome, {email}' and Logout; times are 9:00 AM.
- a signed-out person sees no admin; the sign-in keeps the e-mail, names the error and leads on
- the admin’s dates have the year, and times AM or PM, on the studio’s clock
R10 A read that fails has its sentence as a toast.
- failed reads of one page share one message, and the page keeps its content @full
- a request that cannot be read is not called missing: the page names the table
R11 An update that fails has its sentence.
- a new status shows at once, is sent once, and reverts if it could not be stored @full
## Database
D1 A slot is bookable if it is available on its date (by exception, else by weekday) and not booked.
- the exception decides, else the weekday’s row, else the slot is not offered
- a taken time cannot be booked through its own or an overlapping slot until the call is cancelled
D2 get_all_slots_for_date has every slot of a date, is_available and is_booked.
- the exception decides, else the weekday’s row, else the slot is not offered
D3 get_available_slots_for_date has the free slots by time, as HH:MM.
- offered slots are sorted by time, and have times as HH:MM
D4 Weekdays count from Monday as 0.
- weekdayOf counts from Monday as 0
- site and database agree on time zone, weekdays and instants across three years of clock changes
D5 An exception is unique per date and slot, a weekday's row per weekday and slot.
- a slot has at most one exception per date
D6 A new booking comes back with its slot, as pending; a new inquiry as new.
- create_booking returns the new booking with its slot and the status ‘pending’
- create_inquiry returns the stored message with the status ‘new’
D7 No two bookings that are not cancelled overlap.
- no minute is held twice, no visitor is told wrong, and each turn is right
D8 A visitor reads free times, books and writes, and no more.
- API roles have only the listed rights on tables and columns
D9 An admin reads and writes everything; somebody signed in without that role does not.
- an admin with an open session can read and write everything
- a member without the admin role reads so, sees no data, can run no action and can log out
D10 Bookings and inquiries send their changes to subscribers.
- Realtime publishes changes of requests and of the schedule, and of no other table
`

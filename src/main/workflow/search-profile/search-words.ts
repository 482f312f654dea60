/** The words that the `smart` ranking knows; a profile adds to each list and takes from it. */

/** Words that hold a sentence together: they tell nothing about what is looked for. */
export const COMMON_WORDS: readonly string[] = list(`
  a an the this that these those such same other another each every either neither both all any some few more most
  much many less least own no not nor none never only just even still yet very too so quite rather
  i me my mine myself we us our ours ourselves you your yours yourself yourselves he him his himself she her hers
  herself it its itself they them their theirs themselves who whom whose which what where when why how there here
  am is are was were be been being do does did doing done have has had having can could may might must shall should
  will would ca wo ain don doesn didn isn aren wasn weren hasn haven hadn couldn shouldn wouldn won
  and or but if then else than because since while although though unless until whether as
  of in on at by for from to into onto out off over under up down with without within about above below across
  after again against along among around before behind between beyond during near per through throughout toward
  towards upon via like
  now ever always often sometimes already soon later once s t d m re ve ll
`)

/** Words with which somebody asks, rather than says what for. */
export const ASKING_WORDS: readonly string[] = list(`
  please kindly thanks thank hi hello hey dear
  want wants wanted wanting wish wishes need needs needed needing require requires
  help helps helping helped assist assistance
  let lets know knowing tell give gives giving provide provides providing
  try trying tries tried make sure ensure
  interested curious wonder wondering planning plan hope hoping hopes able possible going
  also additionally furthermore moreover besides lastly finally first firstly second secondly next then however
  specific specifically particular particularly exactly certain
  using use used uses based include includes included including regarding related concerning following
  given ask asking question questions could would some thing things something anything
  one ones way ways lot bit kind sort well really actually basically maybe perhaps
`)

/** Words of one group find each other. */
export const SYNONYMS: readonly (readonly string[])[] = groups(`
  send deliver transmit dispatch forward
  create make new generate compose produce build
  add append insert attach include
  delete remove erase drop clear
  update edit modify change alter revise adjust
  get fetch retrieve obtain read
  list enumerate show display
  find search lookup query locate discover
  calculate compute calculation calculator determine
  convert transform conversion converter
  translate translation translator
  check verify validate confirm inspect test
  schedule plan arrange
  book reserve booking reservation
  buy purchase order shop
  cancel abort revoke
  start launch run execute begin
  stop halt terminate end
  open view access
  save store keep
  copy duplicate clone
  move transfer relocate
  rename retitle
  merge combine join
  split divide separate
  compare comparison difference diff
  analyze analyse analysis analytics
  summarize summarise summary abstract
  predict prediction forecast
  recommend recommendation suggest suggestion
  explain describe describing explanation
  monitor track watch
  notify alert remind notification reminder
  upload import
  download export
  register signup enroll registration
  login signin authenticate authentication
  subscribe subscription
  publish post release
  deploy deployment rollout
  install setup
  encrypt encryption cipher
  compress zip archive
  picture image photo photograph pic
  movie film cinema
  show series tv television episode
  song music track tune
  artist singer musician band
  email mail inbox
  message chat sms
  phone telephone mobile call
  car vehicle automobile auto
  doctor physician
  hospital clinic
  medicine drug medication pharmaceutical
  disease illness condition disorder
  symptom sign
  hotel accommodation lodging
  flight airline plane
  airport terminal
  train railway rail
  trip travel journey tour vacation
  restaurant dining eatery
  recipe meal dish cooking
  food nutrition
  news headline article
  weather forecast climate
  stock share equity ticker
  price cost fee rate
  money currency cash
  payment pay transaction checkout
  invoice bill receipt
  tax taxation vat
  loan mortgage credit
  investment portfolio
  crypto cryptocurrency bitcoin coin
  discount coupon deal promo
  customer client
  user account profile member
  employee staff worker
  job career vacancy position employment
  company business firm organization corporation
  team group
  person people human
  child kid
  friend contact
  document doc file
  folder directory
  spreadsheet excel sheet workbook
  presentation slide powerpoint
  chart graph plot diagram
  table grid
  database db
  repository repo
  issue bug ticket
  commit revision
  code program script source
  function method
  error failure exception
  website site webpage url page
  link url hyperlink
  internet web online
  map location place
  address geocode location
  coordinates latitude longitude
  route direction navigation
  distance length far
  area region zone
  country nation
  city town
  zip postcode postal
  event meeting appointment calendar
  task todo
  note memo
  date day
  time hour clock
  timezone zone
  word term vocabulary dictionary definition
  meaning definition
  synonym thesaurus
  language locale
  quote quotation saying
  joke humor funny
  game gaming
  player athlete
  match fixture game
  score result
  league tournament championship competition
  video clip youtube
  audio sound
  speech voice
  book novel literature
  author writer
  exercise workout fitness training
  house home property
  apartment flat rental
  product item goods
  shop store
  review rating feedback
  password passcode credential
  random arbitrary
  number digit
  average mean
  statistic stats
  sum total add
  percentage percent
  triangle geometry
  probability chance likelihood
  size dimension
  color colour
  temperature heat
  speed velocity
  weight mass
  energy power
  paper publication research study
  school university college education
  course class lesson
  student pupil
  law legal
  horoscope zodiac astrology
  pet animal
  plant garden
  domain dns
  server host
  container docker
  setting configuration config preference option
  information info detail data
  id identifier
  latest recent newest
  popular trending top
  history past historical
`)

function list(text: string): string[] {
  return [...new Set(text.split(/\s+/u).filter((word) => word !== ''))]
}

function groups(text: string): string[][] {
  return text
    .split('\n')
    .map(list)
    .filter((group) => group.length > 0)
}

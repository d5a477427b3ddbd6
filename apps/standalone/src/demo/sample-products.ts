/** Number of sample products. */
export const SAMPLE_PRODUCTS_MAX = 480;

/** A product as `POST /products` accepts it. */
export interface SampleProduct {
  readonly sku: string;
  readonly title: string;
  readonly description: string;
  readonly price_amount: string;
  readonly inventory_quantity: number;
  readonly [field: string]: unknown;
}

interface Yarn {
  readonly code: string;
  readonly name: string;
  readonly fibre: string;
  readonly weight: string;
  readonly grams: number;
  readonly metres: number;
  /** Needle size in millimeters. */
  readonly needles: string;
  /** Stitches and rows of a square of ten centimeters. */
  readonly gauge: readonly [stitches: number, rows: number];
  readonly price: number;
  readonly character: string;
}

const YARNS: readonly Yarn[] = [
  {
    code: "MER",
    name: "Fjord Merino",
    fibre: "100% extra-fine merino wool",
    weight: "DK",
    grams: 50,
    metres: 120,
    needles: "4.0",
    gauge: [22, 30],
    price: 7.5,
    character: "Soft enough for babies and round enough for cables, it springs back into shape after every wash.",
  },
  {
    code: "ALP",
    name: "Cloud Alpaca",
    fibre: "70% baby alpaca, 30% silk",
    weight: "lace",
    grams: 25,
    metres: 210,
    needles: "3.5",
    gauge: [24, 34],
    price: 9.9,
    character: "A halo as light as breath. Hold it double for a shawl that drapes, or single for an airy scarf.",
  },
  {
    code: "COT",
    name: "Harbour Cotton",
    fibre: "100% organic cotton",
    weight: "aran",
    grams: 100,
    metres: 170,
    needles: "5.0",
    gauge: [17, 24],
    price: 6.25,
    character: "Smooth and matt with a firm twist: it does not split, and it stays cool on a summer evening.",
  },
  {
    code: "SOC",
    name: "Wayfarer Sock",
    fibre: "75% wool, 25% polyamide",
    weight: "fingering",
    grams: 100,
    metres: 420,
    needles: "2.5",
    gauge: [30, 42],
    price: 11.5,
    character: "Four tightly plied strands make heels that last for years. One skein knits a pair in size 43.",
  },
  {
    code: "LIN",
    name: "Meadow Linen",
    fibre: "55% linen, 45% viscose",
    weight: "sport",
    grams: 50,
    metres: 150,
    needles: "3.5",
    gauge: [23, 31],
    price: 5.8,
    character: "Crisp while you knit it and softer with each wash, with the slight slub that linen is loved for.",
  },
  {
    code: "TWE",
    name: "Highland Tweed",
    fibre: "85% wool, 15% alpaca",
    weight: "worsted",
    grams: 100,
    metres: 195,
    needles: "4.5",
    gauge: [18, 26],
    price: 10.4,
    character:
      "Flecks of contrasting wool are carded into every strand. It blooms when it is washed for the first time.",
  },
  {
    code: "MOH",
    name: "Aurora Mohair",
    fibre: "72% kid mohair, 28% silk",
    weight: "lace",
    grams: 25,
    metres: 220,
    needles: "4.5",
    gauge: [19, 26],
    price: 12.9,
    character: "Knit alone it is a veil; held with a second yarn it adds warmth and a soft glow.",
  },
  {
    code: "CHU",
    name: "Hearth Chunky",
    fibre: "60% wool, 40% recycled wool",
    weight: "bulky",
    grams: 100,
    metres: 80,
    needles: "8.0",
    gauge: [11, 16],
    price: 8.75,
    character: "A hat in an evening and a blanket in a week. Lightly felted, so it hardly pills.",
  },
];

const HUES = ["Birch", "Heather", "Cornflower", "Lichen", "Saffron", "Madder", "Walnut", "Slate", "Rose hip", "Woad"];
const SHADES = ["pale", "soft", "clear", "bright", "deep", "night"];
const SIZES = [
  { name: "a hat", metres: 130 },
  { name: "a scarf", metres: 380 },
  { name: "an adult's jumper", metres: 1_150 },
];

/**
 * The first `count` products of an invented yarn shop, each time the same: eight yarns in sixty colors, complete enough
 * for every column that a shopping channel asks for. All of them together make a file of more than one megabyte. Their
 * SKUs begin with `YARN-`.
 */
export function sampleProducts(count: number): SampleProduct[] {
  return YARNS.flatMap((yarn) => HUES.flatMap((hue) => SHADES.map((shade) => ({ yarn, color: `${hue} ${shade}` }))))
    .map(({ yarn, color }, index) => sampleProduct(yarn, color, index))
    .slice(0, count);
}

function sampleProduct(yarn: Yarn, color: string, index: number): SampleProduct {
  const code = color.toUpperCase().replaceAll(" ", "-");
  const slug = `${yarn.name} ${color}`.toLowerCase().replaceAll(" ", "-");
  const stock = (index * 37) % 90;
  const picture = (view: string) => `https://samples.skucast.example/yarn/pictures/${slug}-${view}.jpg`;
  return {
    sku: `YARN-${yarn.code}-${code}`,
    title: `${yarn.name}, ${color}, ${yarn.grams} g`,
    description: describe(yarn, color),
    url: `https://samples.skucast.example/yarn/${slug}`,
    image_url: picture("skein"),
    additional_image_urls: ["swatch", "label", "daylight", "with-needles"].map(picture),
    brand: "Skucast Sample Yarns",
    mpn: `SSY-${yarn.code}-${String(index + 1).padStart(3, "0")}`,
    product_category:
      "Arts & Entertainment > Hobbies & Creative Arts > Arts & Crafts > Art & Crafting Materials > Yarn",
    condition: "new",
    availability: stock === 0 ? "out_of_stock" : "in_stock",
    inventory_quantity: stock,
    price_amount: yarn.price.toFixed(2),
    price_currency: "USD",
    item_group_id: `YARN-${yarn.code}`,
    item_group_title: yarn.name,
    variant_options: { Color: color },
    color: color,
    material: yarn.fibre,
  };
}

function describe(yarn: Yarn, color: string): string {
  const [stitches, rows] = yarn.gauge;
  const balls = SIZES.map(({ name, metres }) => `${Math.ceil(metres / yarn.metres)} for ${name}`).join(", ");
  const width = Math.round(stitches * 1.8) * 2;
  return [
    `${yarn.name} in ${color}. ${yarn.character}`,
    `Fibre: ${yarn.fibre}. Weight: ${yarn.weight}. Each skein holds ${yarn.grams} g, which is about ${yarn.metres} m. ` +
      `Recommended needles: ${yarn.needles} mm. Gauge: ${stitches} stitches and ${rows} rows in stocking stitch make a ` +
      "square of 10 cm by 10 cm after washing. Always knit a swatch, wash it as you will wash the finished piece, let it " +
      "dry flat, and measure it in the middle, where the edges do not pull.",
    `How many skeins you need: ${balls}. These are estimates for plain stocking stitch. Cables take about a quarter more, ` +
      "colorwork about a third more, and lace about a fifth less. Buy all skeins of a piece together: they come from one " +
      "dye lot, whose number is on the label, and lots may differ slightly.",
    `About the color: ${color} is dyed in small vats with certified dyes and fixed with steam, so that it holds in ` +
      "daylight and in the wash. Screens show colors differently. The picture named daylight was taken at noon without " +
      "a filter, next to a grey card, and comes closest.",
    "Care: hand wash at up to 30 °C with a mild detergent, do not wring, roll it in a towel to press the water out, " +
      "and dry it flat and away from heat. Do not bleach it or tumble-dry it. Steam it lightly on the wrong side if the " +
      "stitches are uneven. Store it clean, in a closed bag, with a piece of cedar wood.",
    `A first pattern, a cowl: cast on ${width} stitches on a circular needle of ${yarn.needles} mm and join in the round ` +
      "without twisting. Rounds 1 to 6: knit two, purl two. Then repeat these four rounds until the piece measures 24 cm. " +
      "Round 1: knit all stitches. Round 2: knit three, purl one. Round 3: knit all stitches. Round 4: knit one, purl " +
      "one, knit two. Finish with six rounds of knit two, purl two, bind off loosely, weave in the ends, and block it.",
    "Sample data: this product is part of the demo of Skucast and cannot be bought.",
  ].join("\n\n");
}

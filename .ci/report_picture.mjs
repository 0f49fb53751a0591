// Takes docs/report.png of docs/examples/report.html: node .ci/report_picture.mjs MODULES
// MODULES is a folder with playwright-core; CHROMIUM names the browser.
import {createRequire} from "node:module";
import {join, resolve} from "node:path";
import {pathToFileURL} from "node:url";

const {chromium} = createRequire(join(resolve(process.argv[2]), "x.js"))("playwright-core");
const browser = await chromium.launch({executablePath: process.env.CHROMIUM || "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic"]});
const page = await browser.newPage({viewport: {width: 1280, height: 1000}, colorScheme: "light"});
await page.goto(pathToFileURL(resolve("docs/examples/report.html")).href);
await page.waitForSelector("html[data-ready]");
await page.screenshot({path: "docs/report.png"});
await browser.close();

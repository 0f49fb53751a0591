// Takes docs/report.png of docs/examples/report.html: node .ci/report_picture.mjs MODULES
// MODULES is a folder with playwright-core (npm install --prefix MODULES playwright-core); CHROMIUM names the browser. The
// picture says in a tEXt chunk of which page it was taken, for the test TestDocumentedScreenshot.
import {createHash} from "node:crypto";
import {readFileSync, writeFileSync} from "node:fs";
import {createRequire} from "node:module";
import {join, resolve} from "node:path";
import {pathToFileURL} from "node:url";
import {crc32} from "node:zlib";

const {chromium} = createRequire(join(resolve(process.argv[2]), "x.js"))("playwright-core");
const path = "docs/examples/report.html";
const browser = await chromium.launch({executablePath: process.env.CHROMIUM || "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic"]});
const page = await browser.newPage({viewport: {width: 1280, height: 1000}, colorScheme: "light"});
await page.goto(pathToFileURL(resolve(path)).href);
await page.waitForSelector("html[data-ready]");
const picture = await page.screenshot();
await browser.close();

const [shown] = readFileSync(path, "utf8").split('<script type="application/json" id="manifest">');
const chunk = Buffer.from("tEXtSource\0sha256 of the page " + createHash("sha256").update(shown).digest("hex"), "latin1");
const number = n => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(n);
  return bytes;
};
const head = 8 + 25; // the mark of PNG, and the chunk IHDR
writeFileSync("docs/report.png", Buffer.concat([picture.subarray(0, head),
  number(chunk.length - 4), chunk, number(crc32(chunk)), picture.subarray(head)]));

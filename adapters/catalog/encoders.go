package catalog

// Hub is where sets are fetched from unless somebody says another one: the address that Hugging Face's own library
// takes from the variable HF_ENDPOINT.
const Hub = "https://huggingface.co"

// bertVocabulary is that of bert-base-uncased, which the others took over.
var bertVocabulary = File{"vocab.txt", 231508, "07eced375cec144d27c900241f3e339478dec958f92fddbc551f295c992038a3"}

// encoders is their list. The SHA-256 of the weights are those that the hub gives itself (its LFS object ids); those of small
// files were recorded by several projects that pin the same commits, and agree.
var encoders = []Set{
	{
		Name:       "bge-small-en-v1.5",
		About:      "33 million parameters, 12 layers of 384; English, trained for retrieval",
		Repository: "BAAI/bge-small-en-v1.5", Commit: "5c38ec7c405ec4b44b94cc5a9bb96e735b38267a",
		Page: "https://huggingface.co/BAAI/bge-small-en-v1.5", Licence: "MIT",
		Files: []File{
			{"config.json", 0, "094f8e891b932f2000c92cfc663bac4c62069f5d8af5b5278c4306aef3084750"},
			bertVocabulary,
			{"tokenizer.json", 711396, "d241a60d5e8f04cc1b2b3e9ef7a4921b27bf526d9f6050ab90f9267a1f9e5c66"},
			{"tokenizer_config.json", 0, "9261e7d79b44c8195c1cada2b453e55b00aeb81e907a6664974b4d7776172ab3"},
			{"model.safetensors", 133466304, "3c9f31665447c8911517620762200d2245a2518d6e7208acc78cd9db317e21ad"},
		},
	},
	{
		Name:       "all-MiniLM-L6-v2",
		About:      "23 million parameters, 6 layers of 384; English, trained for the similarity of sentences",
		Repository: "sentence-transformers/all-MiniLM-L6-v2", Commit: "1110a243fdf4706b3f48f1d95db1a4f5529b4d41",
		Page: "https://huggingface.co/sentence-transformers/all-MiniLM-L6-v2", Licence: "Apache 2.0",
		Files: []File{
			{"config.json", 612, "953f9c0d463486b10a6871cc2fd59f223b2c70184f49815e7efbcab5d8908b41"},
			bertVocabulary,
			{"tokenizer.json", 466247, "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037"},
			{"tokenizer_config.json", 350, "acb92769e8195aabd29b7b2137a9e6d6e25c476a4f15aa4355c233426c61576b"},
			{"model.safetensors", 90868376, "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"},
		},
	},
	{
		Name:       "bert-base-uncased",
		About:      "110 million parameters, 12 layers of 768; English, trained on texts alone",
		Repository: "google-bert/bert-base-uncased", Commit: "86b5e0934494bd15c9632b12f734a8a67f723594",
		Page: "https://huggingface.co/google-bert/bert-base-uncased", Licence: "Apache 2.0",
		Files: []File{
			{"config.json", 570, "7160e1553ad2ca51d8c1cb066be533db31826e12d173824c1bb0cb1a4f187d20"},
			bertVocabulary,
			{"tokenizer.json", 466062, "ce64fce797c24f68df90b40a3f74f579b336a493db14bd583fd520ea0d8c9a98"},
			{"tokenizer_config.json", 48, "a025160ef0431f1a392f6f050c1310f4c5d9fb6f275932dbccba73c4d214bf10"},
			{"model.safetensors", 440449768, "68d45e234eb4a928074dfd868cead0219ab85354cc53d20e772753c6bb9169d3"},
		},
	},
}

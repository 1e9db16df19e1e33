"""Plans found beforehand by tests/trials/draw_plans.py, which a hall's laptop could not find in a second.

CYCLIC    (players, rounds): lengths of cycles and the first round; each next round adds 1 within every cycle
WRITTEN   (players, rounds): all rounds, one word each; no better one is known to us
A letter is a player (0–9, a–z, A–Z), tables follow each other by size, tables of five first.
"""

CYCLIC: dict[tuple[int, int], tuple[tuple[int, ...], str]] = {
    (16, 5): ((5, 5, 5, 1), "4e3c8a5b1fd92670"),
    (20, 5): ((5, 5, 5, 5), "3h46d872fj5ec90gb1ai"),
    (21, 5): ((5, 5, 5, 5, 1), "i5e0kc6fd4a7329j8bgh1"),
    (22, 5): ((5, 5, 5, 5, 1, 1), "kb1j60f8el2d9i5g4ch3a7"),
    (23, 5): ((5, 5, 5, 5, 1, 1, 1), "8c1jmi4e9lkh5b2d60ga37f"),
    (24, 5): ((5, 5, 5, 5, 1, 1, 1, 1), "91jm3de85hkc7fg026nalb4i"),
    (24, 7): ((7, 7, 7, 1, 1, 1), "h5nalbg0k3mcf412d967e8ij"),
    (25, 5): ((5, 5, 5, 5, 5), "8jn0o3kai6efgc7ldb12m9h45"),
    (25, 6): ((6, 6, 6, 6, 1), "bfj71cl56io38em9kh2dagn04"),
    (26, 5): ((5, 5, 5, 5, 5, 1), "7h5ael4jm198nk0bdo2icg36pf"),
    (26, 6): ((6, 6, 6, 6, 1, 1), "5jd1afmp80bh4o9k37cl2n6gei"),
    (27, 5): ((5, 5, 5, 5, 5, 1, 1), "37kbplqe29gi065fmc1jod48hna"),
    (28, 7): ((7, 7, 7, 7), "b0nhcjk9g51efrdim2ql43ap876o"),
    (28, 9): ((9, 9, 9, 1), "pe9b8go403a1i5qnlj2f7cdmh6rk"),
    (29, 5): ((5, 5, 5, 5, 5, 1, 1, 1, 1), "s6lhb9k1me8q2io4a0frd537jgncp"),
    (29, 7): ((7, 7, 7, 7, 1), "2le7m6nrh81oq3bd0fja94ki5cspg"),
    (30, 5): ((5, 5, 5, 5, 5, 5), "k5g13qce49r78lsdfh2inpoambt06j"),
    (30, 7): ((7, 7, 7, 7, 1, 1), "gq9fcpi501mdlohne24t7r8sk6jba3"),
    (31, 5): ((5, 5, 5, 5, 5, 5, 1), "0gtsl3dkei1a82rfcpjum5q4no9h7b6"),
    (31, 7): ((7, 7, 7, 7, 1, 1, 1), "jhbqgn5d04fr83ua9k6em1tp7clo2si"),
    (32, 8): ((8, 8, 8, 8), "rj69tdie4acvu50g32khpqls17b8fnom"),
    (33, 8): ((8, 8, 8, 8, 1), "mbq3ocdja8pu602e7sl9rg1tihkf4n5wv"),
    (34, 8): ((8, 8, 8, 8, 2), "bo02vscja9x7gq65dhfiw3ump8et41lrkn"),
    (35, 8): ((8, 8, 8, 8, 2, 1), "wdic41ymvbq9logsa57pu6x8er2ftnh3j0k"),
    (36, 8): ((8, 8, 8, 8, 4), "t3hn76mxs9cjkurwolag1eyfvzid42qb50p8"),
    (37, 8): ((8, 8, 8, 8, 2, 2, 1), "e8uh3s2rpynfqgc65xavbkw74oz90dA1imltj"),
    (38, 8): ((8, 8, 8, 8, 4, 1, 1), "3hnmp9x1eib5lBdgusAoj4frkwt20za678cqyv"),
    (39, 8): ((8, 8, 8, 8, 2, 2, 2, 1), "zcspjmBdr31wo6lnifh0ut2gAbvy54aCk7exq98"),
}

WRITTEN: dict[tuple[int, int], str] = {
    (12, 7): ("305746a8b129 2765ab084913 32ba15048967 53982a47b016 845b2609371a 7821a09534b6 082365a1b794"),
    (13, 2): ("2376849c50b1a 039147bc8652a"),
    (13, 3): ("4a738c9150b62 029c37b14658a 563b19a70482c"),
    (13, 6): ("07a3c86b15492 01b4579386c2a 34860217cab95 9c64782b05a13 6b253c9014a78 9a18243bc5670"),
    (13, 8): (
        "243c7ab815096 ac1924086375b 4a5c60132897b 1570c483ab296 390c8267a541b 549283c6107ba 0b36a8c527149 "
        "0b4c2167859a3"
    ),
    (14, 2): ("a64b7d08293c51 10c943862a5bd7"),
    (14, 3): ("94835cba12d706 6b94103287a5dc c8140a6d9273b5"),
    (14, 4): ("90852cba13d746 0b946c3287a51d 5ac423068d97b1 b56c892da70143"),
    (14, 5): ("b5dca092847136 539784d2a60cb1 3d690b85127ca4 a567092d1c843b 3b0a25c469178d"),
    (14, 6): ("a2d78594cb3160 8309ad7c6b1524 6a294087b15dc3 a04db9586721c3 93b2dc604851a7 0297c6ba53d418"),
    (14, 7): (
        "2a586790b1c43d 5db29743a8c601 72d6ca9350418b 798c5a604d3b21 6839d5c1ab4702 032c841965dab7 c9a2435b76d018"
    ),
    (14, 8): (
        "a52b3478069dc1 3b40c87d9a2651 b64adc27108359 6c8b10954a237d c673548d209a1b 751b439d6082ac 308a1b7692c45d "
        "05db831924c6a7"
    ),
    (15, 5): ("ed8a2c19b705346 945de1a6b28c370 bd5203c1ae68974 81432657ebd90ca 8c6d1024e7359ba"),
    (15, 6): ("e80a9d1562b7c43 758dbc410e2693a 3d8a1c297e6540b 5ac02439d7e6b81 806c73ed2b9514a 6d4ae3c985127b0"),
    (15, 7): (
        "736eab415c829d0 0237cd48165eba9 0e46917ca82db53 b7dc6a85403e192 43da91e7b0682c5 20a6b4ce831579d "
        "b784935106ace2d"
    ),
    (15, 8): (
        "51ec0479b3826da 398c26b701d45ea 3d4e10c8ab97562 618e47c90d53ba2 d024b38751ca96e a01395246c8edb7 "
        "748acd51b93e062 e7a126bd3c40859"
    ),
    (17, 2): ("1g90d4a8f3c7265be 5018c24d6bf7ga9e3"),
    (17, 3): ("c1e83da064fg5b927 9c1a4285d7f30bge6 ecfa239dg1765b840"),
    (17, 4): ("1ea503fc967d842bg a2e385b9d7f14c60g f0ba81dc29e64735g 63a1befdg9270854c"),
    (17, 5): ("0g78dcb152f6a3e49 8e5a0f1d9b4g6723c 4528da9cg0136efb7 dgf53741ab29068ce 3eabdg821c04f7965"),
    (17, 6): (
        "a6f084cb5de1297g3 d85ge2c70413fab96 7bg10fa5d6ec38249 f4d67g32ac1b8e059 cd1a95783046ge2bf a84e7256103bdcg9f"
    ),
    (17, 7): (
        "af2e91036dbc5g478 50b8fc2g7146a9de3 19d4c8260e573bfag gca03796b2d45f8e1 6a8d70cebf342g519 2173b4a09ge8df65c "
        "g46be25a18c39d0f7"
    ),
    (17, 8): (
        "c392fg15684dabe07 3c65e4g9b0a2f1d78 38b1f09d54acg627e 75f94608ac1b23dge 0c5b816g92437eadf 2d64b53a10g7fc89e "
        "b739acf6d0e41852g 921d0bef5g7ca4638"
    ),
    (18, 2): ("4gafcd718395hb026e c35d2g6a891h04ef7b"),
    (18, 3): ("afd58g624713h9e0cb e59a4326db0gf1c7h8 c65g321a8ehd40fb97"),
    (18, 4): ("g3598hd7bc041e2fa6 36h08eac974gfd512b be8f79203dh45agc16 f1h739gab0d56e82c4"),
    (18, 5): ("19e83f5c60a47h2gbd 14cfbh83526e7d9g0a 64fg3h0d185bea9c72 5f9hdgec48703b12a6 6849b02ehfg5173cad"),
    (18, 6): (
        "648hd3957cfg2eb10a 531f84acd290g6eh7b egbc821764h59ad03f de8917fac034hg256b 32d9bh6fc178ag4e05 "
        "c8h2075d1ga36ef9b4"
    ),
    (18, 7): (
        "3407e6892dgbhf5a1c hd71g08f2a54e69cb3 158bdf9e7agc0643h2 a3d5g8e9ch401fb627 192b34cfd7ah605g8e "
        "4cab809h57d36fg21e h25cf716830edbg94a"
    ),
    (18, 8): (
        "12957bfh8ed0346gac 50cbd79ah428e6f31g 5b6f47e3ach10829gd a482d39b0c7efg6h15 4b2e158g3a9hdc067f "
        "f2h0ac4eg18593d67b aef5d460g93h2b81c7 d3eh62570g8cf4b91a"
    ),
    (19, 2): ("f0c41hgd2i3ae5879b6 if16a780g2heb54dc93"),
    (19, 3): ("8dca04bg25hi7ef1963 68abif9052e37c4d1gh h9a74g0i35f6bdc8e21"),
    (19, 4): ("0bia9fd1h63c2ge4875 56a2f3ebd48c091i7gh b28eh0f53i96g41d7ac 56cbi42d0h31a8g9f7e"),
    (19, 5): ("35274gf9iaech0186db i4a0875e69hg2d1fcb3 9d4032bae1gci76h8f5 0hgb73i8e261f945acd 920c85gb4e71fdi3a6h"),
    (19, 6): (
        "0ig4c7f31a5d9b682eh h5gfbe1a64i2cd38907 8ib63ga0ed9hf1c7254 3d84fga92615i0hceb7 g1d78345e9f62c0habi "
        "ge9fi1b0326h74d58ca"
    ),
    (19, 7): (
        "29g630f81hcaei47d5b 706aih1egd98c534bf2 hb6i3fc2e7d891a54g0 d6204ha3e5gcb871i9f 721a53fgdib0h9c864e "
        "f5cd6eb2i1g749h3a08 h8i25fag6bd097e34c1"
    ),
    (19, 8): (
        "h1f2g798a60354eidcb 9e2d4ch650g1ab87if3 e5ihac702gd683f1b94 7g564231iaebfc9h8d0 18c4ib37d5gfa092h6e "
        "173h9a5dfcebgi68402 0e71dbf285364ac9hig 83egc4ahb7i9d25106f"
    ),
    (20, 6): (
        "5b8ehgd49f60a3712cji h593i08ab2f4d16cej7g d7b05gi634c8219efjha 4a6e23g0fc75hbi1dj98 105j9bgc4ae672h83dif "
        "i947a5d2gf81bj36he0c"
    ),
    (20, 7): (
        "16jad493bchig05e2f78 6b58f3he9a02cg417idj 69fcj83gda52bi4e10h7 84ha15fdbg972ceji306 5i24fbj019e8c3a7dgh6 "
        "gh624jf0357cdbea9i81 5hj9afige7642b13cd08"
    ),
    (20, 8): (
        "d63gi4f7je521b90h8ac 4c38ji96705a21ghebdf da9hcg5f1i68b7320e4j a6b43hf015edj98gc7i2 efa9ghj7c410di32865b "
        "53c98d07ebihf61j2a4g jcbdf5ai0h6294173e8g 54dhj1a38f927ec6b0ig"
    ),
    (21, 6): (
        "f6314dicabjh5e2k7g908 3g2hcjka16bi075f9d48e af82b5i3k1ec96djg40h7 70fcj1hi84a5gk6e23b9d "
        "521d0ckb49h6a3j78fgei 94j2idfkh71bg56c83ae0"
    ),
    (21, 7): (
        "3fbi7d60k4298a51ehcgj 8giak5h9f3dc20b4e6j71 5463g79a0eih2ck1fbdj8 j39ke0f2gbha68c57d14i "
        "03h8152bk7egd9ci6aj4f d9f5agi38k74hj6210cbe a2c473hdk8f6eg1b95j0i"
    ),
    (21, 8): (
        "fb68j79c0h25kge1ia3d4 d98g4f051icbhae2k736j 14c9k57gb8023a6fiejhd i752d04aje91b68hcfk3g "
        "0aghbj21cef478ki3956d h31f79ijakdb0642ge8c5 i0ek63b92cfdg5hj4a718 3ea5cgk7j6d01b8i49fh2"
    ),
    (22, 6): (
        "b13gfl8iec5h6ak940jd72 10dl59cb2hi7634f8jkeag d4ihgk578b36c01je92laf ef07hd89a3l64bjg5c21ik "
        "3e425iaj0b8h619gl7fdkc khlj3ac7416bed9i5f820g"
    ),
    (22, 7): (
        "5612becijkg403a7d9hf8l la1e05h9dg368jikfb4c72 f7bk4ea6h3l81j2igd0c95 3c1dfi780596e4l2hkgjab "
        "76gclf2j09bd8e5a3k1hi4 82ac43bi9legf50k6dh7j1 5j4dl81gk9bch0ifa6e732"
    ),
    (22, 8): (
        "7d9alj13h0cgb5f648ike2 chi7e2aj8569b104kl3gfd 8f0b7d326ijleca541g9hk 5k6cfe9483bha7201diljg "
        "9ib50h8gl6c3kafe1dj247 kd4jb0gea61c8i53l7h92f 9g42calfi1k38b067j5hde 1g5k732eblh64if9jac8d0"
    ),
    (23, 6): (
        "i421dg36l0j9ckabhef57m8 f8ad0gmb4jkh526l71ci3e9 cf6mi7ke4031a5bhjdl98g2 h4c832meal679dbgk1f5ij0 "
        "agh7ij18e6f4l95km3db20c 732fj90mh1k8ilb564aecgd"
    ),
    (23, 7): (
        "j01kbc56ifh847l9dmea23g e7kla3hdjf590g42m81i6bc f6k5md2ai0l3cg1e7j9h48b lh92685ie3mdbg74acf10kj "
        "14d6e3am9bcj2758f0lgihk bfe2gijlm4dk98ca15h0367 cmhe08aj6g971ifld5b4k23"
    ),
    (23, 8): (
        "ai790b8jed2lc5k61gh43fm 74l18j65bgf3i2hd0akc9me aelfgd249bi68cmh7k1503j 54eahl396jkfm7b8g02cd1i "
        "d0hlmkigj498f15cab32e76 46f0c12mjag37dekil58b9h 675dm2c13gkh9e0jf8ailb4 i10ebhlcj78ka36m94g2df5"
    ),
    (24, 8): (
        "a52il741m0kgej3b68fdchn9 d4i31j80m5c7ghae69lkfnb2 hkjilfe42d0cg359b78an61m 172e6h03gfd5ljbc9mi8k4na "
        "6ba9dj7km2l30ne5fhi14cg8 6g27b0i4nmjad9e1kf3ch8l5 c13a56j4mdhbe8k2nlig709f 15bk0adlgjmf78n3492he6ic"
    ),
    (25, 6): (
        "bfj71cl56io38em9kh2dagn04 6gk82dm07jo49fnalc3ebhi15 7hl93en18ko5agibmd4f6cj20 8cma4fi29lo0bhj6ne5g7dk31 "
        "9dnb5gj3amo16ck7if0h8el42 aei60hk4bno27dl8jg1c9fm53"
    ),
    (25, 7): (
        "47ge2n30fj1bd9685mkalcohi 7bi9ma025h1efgjkn8old34c6 1l5ni78h06mkc4aojgf2bd9e3 jl23h5bgceik0oaf97dn684m1 "
        "0og16bk382iademj5n9h4fl7c f54kd9cj0ig8317ahl6ebmno2 ance8o7531k29dhmgij6f40bl"
    ),
    (25, 8): (
        "ck05dg94l2bh1ne6ijm7f8ao3 oic1l4jak2f80nh957g36dmbe m39i01dgo2k6ble57fn4ahcj8 ng2je96c8hok7ab0lmifd4153 "
        "f5o6j7ad9ncb3l2m4k1e8i0gh ib748l6j05monkf19eacgh32d 1ahm68dnl5fgbjik3eo04972c lf3eh6cd4ob9j017nkm8g52ai"
    ),
    (26, 5): (
        "2ch4jobikfemgd8p53l97a61n0 ado186mp4lc50bie7jk29gh3fn 65h9e37bg1f2panjmod4k0cli8 8jg0flnd52hm7k19pi63oce4ab "
        "ekpncim0a36827gohlf154d9bj"
    ),
    (26, 6): (
        "5jd1afmp80bh4o9k37cl2n6gei 0ke2bgnp916c5oal48dm3i7hfj 1lf36hipa27d0obm59en4j8cgk 2mg47cjpb38e1o6n0afi5k9dhl "
        "3nh58dkp649f2o7i1bgj0laecm 4ic09elp75ag3o8j26hk1mbfdn"
    ),
    (26, 7): (
        "1795egpomj4f8lki63bna0dc2h o32ae487kd1f0mg6c59ijhblnp 03hp7fdgai8j5nc14ol62ek9mb ibec8nm4h65pakod09g1l32f7j "
        "lcj0k2g49bfp6e7oni3d5mha18 fcn3916jdboa7l450ihegk2p8m ni1k2bh5foam7cej34608gldp9"
    ),
    (26, 8): (
        "njdl017853e2i9omfhgbca6k4p 0fc324iajh691bp7oldnm58egk 59gd2ipakflb3mhce67j0o8n14 3pn9hg742m1kdi6f8ojc5bale0 "
        "5lif6knb2og01h4e3jpc8dam97 mjg6po51ea8l2h9k03cn7ifbd4 4lc9o8bim03ad67h5knefgj2p1 behd7mk1lcj98fp504io3g2na6"
    ),
    (27, 5): (
        "4f3j2oh5ekabi7dg0lmnp9186qc f8nmahql9jc1bo0ikp3745gd26e m4b6k8iel1gonq2pdj59cf7ah30 "
        "ajkgc4pe0q7n63l25b8fdh19iom 38d9gi5f60hp2mcnebj1q7ka4ol"
    ),
    (27, 6): (
        "boe7d91jg64a2h5k8lmp03fqnci d12pciflogjmn74b65kae38hq90 06enlbpgq43hki127f8acjo5md9 "
        "eji5p6mchf7aq1l89b2k0o4dng3 jkqfdcl439bmai081n52heg7p6o 507cg3m2qoanp9khjlbid864ef1"
    ),
    (27, 7): (
        "fki2nbgdohm7830cpeaj46915lq 09h5pi1mcblga3kd7je4n826oqf colnjgqi794ehmfd5k2018ap3b6 "
        "n74b5dqa1pe93o2fg0ci8hjl6km b8kqej153f6ha72lc4gndm90iop o7k412jmpg8d6c53nhq0liefba9 "
        "l78pfne61gb2qj0c9hk5oma4i3d"
    ),
    (27, 8): (
        "90kc6n8faqje1dghpiml2b5o437 hl68opg27n3ad4mfbe9qk0ic1j5 1i9laj320845pehqf6gnmock7bd "
        "k3elnd2i5617fm0gho9jcpa84qb ibc3g7q9jhodflpkma208e5164n pkb81q5m39fhd2c76aeionj4l0g "
        "ahb0n4fkjioe21qm8dg9p6357cl kgao5lm6jb8eci7492nfh13pq0d"
    ),
    (29, 6): (
        "sonk0c45qdielp63jh72a8mb1f9gr 9e1248p5ifbhsjqnalrk67g0c3mdo g5b3ln2fca6sihoeq9jd8pk17rm04 "
        "bardp5jfk61go7l9m48nhsc3eq0i2 mjchi31afor28kqdg5906be7nspl4 678qfs2d5ka9ch01l4jobr3ingmep"
    ),
    (29, 7): (
        "2le7m6nrh81oq3bd0fja94ki5cspg 3mf8n0oli92pr4c71gkba5ej6dsqh 4ng9o1pmja3ql5d82hecb6fk07sri "
        "5ohap2qnkb4rm6793ifdc0ge18slj 6pibq3roec5ln08a4jg7d1hf29smk 0qjcr4lpfd6mo19b5kh872ig3asne "
        "1rkdl5mqg70np2ac6ei983jh4bsof"
    ),
    (29, 8): (
        "9l8pimjkfdnh21a60eo7g5crsqb43 9bm26or1n7jgse0i38h5kpd4cfaql acomhpe8skg04bd6rl21j9f53qin7 "
        "0rjqh1fc8o25ie9kd3snml467abgp q1dg5i6ks82a3j94opfhnc0b7relm 17kp3dijars42oq689ncg5l0mbfeh "
        "4nea5m8d7lboksh91c3j6rifg0qp2 os0fdhl3g79ram41inj8b56pe2ckq"
    ),
    (30, 6): (
        "mp715bgdi9lkqro86c0e2ts3anh4fj ik50chgsoetjm8a2rbp3l4169qfn7d d0o4qct7al635h2ms91kbfjrpgnie8 "
        "fr6siqnt5b1ea4hpc27g083mdkojl9 9paf86k2nj1t3obs0lihq74gcm5der ecq3j8lhd1iomatskp52fg467bnr09"
    ),
    (30, 7): (
        "gq9fcpi501mdlohne24t7r8sk6jba3 hragdqj612n7mpiof35t8l9se0kcb4 ilbh7rk023o8nqjpg46t9masf1edc5 "
        "jmci8le134p9orkqh50tanbsg2f7d6 kndj9mf245qapleri61tbocsh3g870 eo7kang356rbqmflj02tcpdsi4h981 "
        "fp8eboh460lcrngmk13tdq7sj5ia92"
    ),
    (30, 8): (
        "a7f5gp6q1m9t3rd0ks2o8nlc4jbhie l192kba0cte637jd5risnqhf8pomg4 l8meaqj9hgoc7s5bnkpd4tr06231fi "
        "5i86tndfc932shkq4e0lpgor1amjb7 nergs104h5cq387dlijk6aft2m9opb 5c2ep1st7j8kgblrfqhod694ain3m0 "
        "akpi3jeof0lhtnms598r4716gcqbd2 chmkrbs46f1d8e3o5lq790ajnp2itg"
    ),
    (31, 5): (
        "36pb1usc4drf97ka5n2qh0jemitlgo8 fa6oem1nclh37dg02rstqub95jp4ki8 2mh8brpnqi0a41t6dl9oc57gskej3fu "
        "c2gi90d58enojkb3aqsru1hm467pflt 0i7lut8js6f5gqm2kd1arcboh4pen93"
    ),
    (31, 6): (
        "gdjec27h03fo8namsq15lpu9rbti46k 4lhber8s751ka9u3moc0igpn2jqdft6 m9di5ptqho2fs4ukl8jn10c3reagb67 "
        "fkhgmr2c6pensti3qduabj5o1l78094 bpsdk3n5g4roj0u18h6mt2lef9q7iac 3fbi1l6qa0jm4p78uctdhrn5ke29sgo"
    ),
    (31, 7): (
        "jhbqgn5d04fr83ua9k6em1tp7clo2si kicrho6715gl94ubae0fn2tq8dmp3sj ejdlip0826hma5ucbf1go3tr97nq4sk "
        "fk7mjq1930inb6udcg2hp4tla8or5se ge8nkr2a41joc0u7dh3iq5tmb9pl6sf hf9oel3b52kpd1u87i4jr6tncaqm0sg "
        "igapfm4c63eq72u98j5kl0todbrn1sh"
    ),
    (31, 8): (
        "1c9qjd3r8o45i7lt2mnspfuakebgh60 ih8unepj02q5tokfscr37a94gd1ml6b 5f3b0ln9grai6mqj8k4ecohu1s2td7p "
        "5ajdcge1t3onf76rhmp0k9ub24is8ql sdna0237lc6krp1fhq4giojb98tu5me jhb7sruta49efidcmgkn3qp0l1o2658 "
        "ugbdq710m84cn6etjlfora2p95hki3s h2dklgfa8posm49bn157qer63ujc0it"
    ),
    (32, 10): (
        "08go19hp2aiq3bjr4cks5dlt6emu7fnv 0aku1blv28ns39mt4fgq5ehr6cio7djp 0cmr1dnq2flp3eko48jv59iu6bhs7agt "
        "0fis1ejt2chv3dgu4amp5bno68lr79kq 025713468ade9bcfgilmhjknoqtvprsu 429e538foalhpbkg6t0n7s1mqujcrvid "
        "4b0d5a1co2jmp3in6v9g7u8hqslertkf 4tih5sjgou1fpv0e62kd73lcqb8mra9n 4uln5vkmos9dpt8c6ajf7bieq30hr21g "
        "4o7r5p6q2btu3asv8k1i9l0jegncfhmd"
    ),
    (33, 7): (
        "fctkqng4ia20w38pj9hd16mvo5r7ubles p1w4reu9ahcjlvgdk50iq8b6tfmsn27o3 vnje08sd2mplqikougrbh1ta37w6fc495 "
        "m2ugj8owh4asq6k905ntpl3vrb71cfied i3hs680cg4ludjroqf215emwtka7np9vb li987mk351oegq2hnj4bfpca6wvus0drt "
        "odb5avic2l6n1tsj97m40q3gwek8rfphu"
    ),
    (33, 8): (
        "mbq3ocdja8pu602e7sl9rg1tihkf4n5wv ncr4pdekb9qv713f0tmash2ujil85g6wo gds5qeflcaro02481unbti3vkjm96h7wp "
        "het6rf8mdbsp13592vgcuj4olkna7i0wq ifu7s89nectq246a3ohdvk5pmlgb0j1wr j8v0t9agfdur357b4pieol6qnmhc1k2ws "
        "k9o1uabh8evs460c5qjfpm7rgnid2l3wt lap2vbci9fot571d6rk8qn0shgje3m4wu"
    ),
    (34, 7): (
        "rivxh0dp7ak6gstcn523q9ofjbwuel481m g5fl09768xjqdiaebvc2mr3howt4us1knp mh5qkws72b6nvoft8erjpgica3x1u04d9l "
        "snjex4cgqvhb901l37p2u56mifkatwdo8r fwcd1a9muo3xtgei75sqp82n4hlrb60kvj e34krj6t12i9ng5bdxocs0ah8luqf7wvpm "
        "otlipubn387hcj5sv9x2fkmdegrqa1406w"
    ),
    (34, 8): (
        "bo02vscja9x7gq65dhfiw3ump8et41lrkn cp13otdkbaw0hr76ei8jx4vnq9fu52mslg dq24puelcbx1is07fj9kw5ogra8v63ntmh "
        "er35qvfmdcw2jt108kalx6phsb9o74guni fs46ro8nedx3ku219lbmw7qitcap05hvgj 8t57sp9gfew4lv32amcnx0rjudbq16iohk "
        "9u60tqah8fx5mo43bndgw1skvecr27jpil av71urbi98w6np54cgehx2tlofds30kqjm"
    ),
    (35, 6): (
        "2aqyfcxne9vmru1bp70sgow85jd4iktlh63 mj4l9vsq5ek7ocux8y0abgn26w1rdt3hipf x32gj5motp8havkwiery71nu04qscld96fb "
        "1ij0o7wftlrcb543qk9nm86saxp2huedygv wdn0hi98s2p6gkrylu5m7ea431fxbqotcvj stybh8p3uwxd6i7qnrlgm0ca159jkefv24o"
    ),
    (35, 7): (
        "b7a5fmyjvn68c0q9hxrwi2pug1s4klte3do 295oqetnrfyks38xplj7m0ibduh4vg6ca1w 48o1psrlc7w9bgjyuti20vxehk5f3qm6and "
        "ibsevq1djtahl8mxo7knp3g40w5fy9c6r2u 7vwh3ifdkgap09ueyl6j8r5otmcqxs42b1n 5x36iecu4j0ghoymrdwv1fl2stan798kqbp "
        "nulwq1m9k62yd74x8georai3tb05cvpfshj"
    ),
    (35, 8): (
        "wdic41ymvbq9logsa57pu6x8er2ftnh3j0k xejd52ynocramphtb60qv7w9fs38ugi4k1l wfke63ygpdsbnqiuc71ro0xa8t49vhj5l2m "
        "x8lf74yhqetcgrjvd02sp1wb9u5aoik6m3n w9m805yirfudhskoe13tq2xcav6bpjl7n4g xan916yjs8veitlpf24ur3wdbo7cqkm0g5h "
        "wbga27ykt9ofjumq835vs4xecp0drln1h6i xchb30yluap8kvnr946ot5wfdq1esmg2i7j"
    ),
    (37, 8): (
        "9Ae02uwt7iayx3c6fg4ozb51slqnpkj8hrdmv xnbud1tjaerpwf5m48gc0h69l7i2oszyqvAk3 "
        "rj5zifx0t8v7bcku4Aphagels6oydw91q3nm2 3la741my0e8uficwdsj26kbqrx9optAzn5vhg "
        "gpykf3dq09c7mxj4A5l8oz6bwransethiuv21 Amws8kz0lcyt5x7e6b2ag14pd3hurv9nifqjo "
        "1honcgqA7mki6azvf5xw3ybjes0pu4r982ltd qv64tcrAl18xz9sdfpb3ioakegmujwhy25n07"
    ),
    (38, 7): (
        "7dovyjb695awhq8cu4pB3nser0mzfktxg2iAl1 by40Amdwpghjrve9f2qcoi3altB17us86z5kxn "
        "u39qrxfcBhobtp0k7a18myA5devl6ngi4swzj2 f10wn3e6mirtzB275qljcdoxA89vk4bhugyaps "
        "a2v8Bxzl4qck6ghsd1fArpmju0neb7o3w5y9it etj1kcAzan4o6B97wsi2hpf3gvrxbmly5ud80q "
        "s2koul8g7r6Awthnm4x90pfaijzbd3c51vqyeB"
    ),
    (38, 8): (
        "mzf510ge4bs2w6aurti3A7vh8djk9nBocypqxl 2nuApbcdwklB49gja6fsihvy5q7te13xm8z0or "
        "7fjq0a8iBn3gpc9y2tbA5revwlho4mz6xd1usk eky36jxAsti0l2obaf19q8dprBz7w4g5hnuvmc "
        "v2z3Bdgslow9fAemaqui651jhbrx7ky80pn4tc v4p1a9sc75r3wjynzboxe2dtqi0khBA6mlg8uf "
        "9rgmiylh7uovkAnwx1bqBsz8ce452j6pftd3a0 8ow5t6rcqhpije0snvu9b3m7d2x4yfAg1Bkzal"
    ),
    (39, 7): (
        "8zdocqse2nkCu35rAjpBx14h0mtw9bvfay7i6lg Bdrngpm9x5toAb6ql1ciCjwv4a3uehy0zsf827k "
        "Bk6qp8f4Cgt9i7ebhcnAzw32mu1rvy5soajx0ld vjBu7i4qo0hrza9tlw28A5ncp3fxgbemkysd61C "
        "k1biac2jxyr38ls9CB0w5oem7A4upgtzn6vfhdq y0wn1xhACvbmljfrctk8Baezq75pids2o3g946u "
        "ca0gA6sw7hplyz4j98qbCr2xounvedkiB3mt51f"
    ),
    (39, 8): (
        "03g7ks8CunpybAtdjoqwlmeh5c46z2fvar19xBi Bwahf69cer742oi0nvtk5ClzmAq1pgs8y3jbuxd "
        "1t9o5xa8zgn3B6mse2hCw4brdy7ilpjA0fcqukv l46vAgniwdCjm92oy0u7scqkxefthzrap5381Bb "
        "istkau4fr32ylq10CpBd8hmcgjveb5z9A7now6x tcx3lsBd5vzw7uj104mpk982rnbfCqgAoea6hiy "
        "dzl905qr8ifmvopC7hx6abjsAw3tg2uBy4ek1nc xp4qnbloghrBAkj86t71edCacmuv3iz05w2sf9y"
    ),
    (41, 8): (
        "8C9zhc75smobitygrdkaw62q1E3lpuve0f4DjxnBA ojvE5wyhDdxtqp8cemCB42gzl0bk9fnrs3Au6i1a7 "
        "re7Bkw2EfizDc3tnv8maxby645lC1huqo0psAdj9g 32dyimhvs7CxuwB91tle4r0acbnj8f5z6EqAkDgpo "
        "ausDtp9q4y5k8nCeifm3gj0721AvrBEbz6xowldhc 6lm0n24haru9E7tf8DdbAycqBvCpkwzjs3oe1gi5x "
        "gAwc46EsCe5b2rmqja9vydBfokx3Dnpz7il8uth01 fpbx1l9os5naq6jtid0z4gh7EmeAyC3wrk2cu8vDB"
    ),
    (42, 8): (
        "lo7ptre0qCzxawFAs3dBjbyuDEgf4nk26mci198h5v x81bqn5acuEgviohAB6dD4jl9ry273mwsezfp0FtCk "
        "cb2gsydrFz80ulC9f5amD1tAjevkx4Bq76woE3nhip Djnk3BmpxEoir67usv01g5e8cFlf2wqdah9zbt4yCA "
        "9uwAd7eikfpFvq6aEs83m4cD0Bxr5tCjoghylbnz21 8gz6AsBliCa4pred2vnb0oqEtc7hjm5ywk9DxFfu13 "
        "omfyvtwh41q5zsglaeE79nCcd36buFrBk8D2Apix0j 039avEj2F4sodxlzkcfrhD16ep5iAbwC87ntBygmuq"
    ),
    (43, 8): (
        "k6Ale5m0dvh9wsu8bgaoipjy1FqGrB47C3zD2fnxctE qhjfbtvgCAa7DFxE61Gz8dsr0kul5ynwci3p24moe9B "
        "810fCGk2y3AFbuomnjxdr6wvDzEtBisp5g947qelcha 4sgj1plEbrBwzqmv28eG5fFho7yxCikAdcnuDt3a906 "
        "x3qdot8r7niua45AGzj9lfmvsyceEFwh1pkDbC60gB2 3vBpnck89FDGgimhA4xfaywCEjur1ozebdtq2650ls7 "
        "pxyz07cjB62dEi9a1mtkbw5vrhFnGeCD4o8qulgAfs3 srCa21D5ecwlGotp8Aqmk7E6gfxydBunzihF0j3vb94"
    ),
}

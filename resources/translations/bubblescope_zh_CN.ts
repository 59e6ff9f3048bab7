<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>BubbleWords</name>
    <message>
        <source>Transfer</source>
        <translation>传输</translation>
    </message>
    <message>
        <source>Communication</source>
        <translation>通信</translation>
    </message>
    <message>
        <source>FSDP</source>
        <translation>FSDP</translation>
    </message>
    <message>
        <source>Nothing left</source>
        <translation>已无任务</translation>
    </message>
    <message>
        <source>warm-up</source>
        <comment>phase of a rank</comment>
        <translation>预热</translation>
    </message>
    <message>
        <source>steady</source>
        <comment>phase of a rank</comment>
        <translation>稳态</translation>
    </message>
    <message>
        <source>cool-down</source>
        <comment>phase of a rank</comment>
        <translation>冷却</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>主机</translation>
    </message>
    <message>
        <source>Waits for another rank</source>
        <translation>等待另一个 rank</translation>
    </message>
    <message>
        <source>Waits for %1</source>
        <comment>kind of action</comment>
        <translation>等待 %1</translation>
    </message>
</context>
<context>
    <name>CalibrationFile</name>
    <message>
        <source>attention from its FLOPs</source>
        <translation>注意力由其 FLOPs 推算</translation>
    </message>
    <message>
        <source>attention unfused, full square</source>
        <translation>未融合的注意力，完整方阵</translation>
    </message>
    <message>
        <source>attention by cuDNN</source>
        <translation>cuDNN 注意力</translation>
    </message>
    <message>
        <source>%1 on %2</source>
        <comment>model, device</comment>
        <translation>%2 上的 %1</translation>
    </message>
</context>
<context>
    <name>CommandSource</name>
    <message>
        <source>Command palette</source>
        <translation>命令面板</translation>
    </message>
    <message>
        <source>Type a command</source>
        <translation>输入命令</translation>
    </message>
</context>
<context>
    <name>Compare</name>
    <message>
        <source>what if %1</source>
        <comment>factors</comment>
        <translation>假设 %1</translation>
    </message>
    <message>
        <source>entered costs</source>
        <translation>手动输入的开销</translation>
    </message>
    <message>
        <source>costs %1</source>
        <comment>source</comment>
        <translation>开销 %1</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <comment>title, costs</comment>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>current costs</source>
        <translation>当前开销</translation>
    </message>
    <message>
        <source>%1 %</source>
        <comment>percent</comment>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>no difference</source>
        <translation>没有差异</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>difference, share</comment>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>%1 longer</source>
        <comment>time</comment>
        <translation>长 %1</translation>
    </message>
    <message>
        <source>%1 shorter</source>
        <comment>time</comment>
        <translation>短 %1</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>parameter, value</comment>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <comment>title, parameters</comment>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>title, number</comment>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>%1 × %2 · %3</source>
        <comment>ranks, microbatches, figures</comment>
        <translation>%1 × %2 · %3</translation>
    </message>
    <message>
        <source>in %1; the current one in %2</source>
        <comment>units</comment>
        <translation>单位为 %1，当前一侧为 %2</translation>
    </message>
    <message>
        <source>no difference (0 %)</source>
        <translation>没有差别（0 %）</translation>
    </message>
    <message>
        <source>with the same peak of %1</source>
        <comment>memory</comment>
        <translation>峰值相同，为 %1</translation>
    </message>
    <message>
        <source>with a peak of %1, %2 more</source>
        <comment>memory</comment>
        <translation>峰值为 %1，高出 %2</translation>
    </message>
    <message>
        <source>with a peak of %1, %2 less</source>
        <comment>memory</comment>
        <translation>峰值为 %1，低 %2</translation>
    </message>
    <message>
        <source>frozen costs</source>
        <translation>冻结的开销</translation>
    </message>
    <message>
        <source>%1 · idle %2 · peak %3</source>
        <comment>step time, share, memory</comment>
        <translation>%1 · 空闲 %2 · 峰值 %3</translation>
    </message>
    <message>
        <source>Times in different units cannot be compared.</source>
        <translation>单位不同的时间无法比较。</translation>
    </message>
    <message>
        <source>Not the same work: a stage costs the same on each side, but the sides have different numbers of stages. You can compare bubble rates, but not times.</source>
        <translation>工作量不同：各侧每个阶段的成本相同，但阶段数不同。气泡率可以相互比较，时间不能。</translation>
    </message>
    <message>
        <source>%1 and %2 take the same time: %3</source>
        <comment>sides, time</comment>
        <translation>%1 与 %2 用时相同：%3</translation>
    </message>
    <message>
        <source>%1 is fastest: %2, %3 less than %4</source>
        <comment>side, time, share</comment>
        <translation>%1 最快：%2，比 %4 少 %3</translation>
    </message>
    <message>
        <source>%1 is faster: %2, %3 less than %4</source>
        <comment>side, time, share</comment>
        <translation>%1 更快：%2，比 %4 少 %3</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>step time, memory</comment>
        <translation>%1，%2</translation>
    </message>
</context>
<context>
    <name>Core</name>
    <message>
        <source>Forward</source>
        <translation>前向</translation>
    </message>
    <message>
        <source>Backward input</source>
        <translation>输入梯度</translation>
    </message>
    <message>
        <source>Backward weight</source>
        <translation>权重梯度</translation>
    </message>
    <message>
        <source>Backward</source>
        <translation>反向</translation>
    </message>
    <message>
        <source>Send forward</source>
        <translation>发送前向</translation>
    </message>
    <message>
        <source>Receive forward</source>
        <translation>接收前向</translation>
    </message>
    <message>
        <source>Send backward</source>
        <translation>发送反向</translation>
    </message>
    <message>
        <source>Receive backward</source>
        <translation>接收反向</translation>
    </message>
    <message>
        <source>Wait for send forward</source>
        <translation>等待前向发送完成</translation>
    </message>
    <message>
        <source>Wait for send backward</source>
        <translation>等待反向发送完成</translation>
    </message>
    <message>
        <source>Unshard</source>
        <translation>Unshard</translation>
    </message>
    <message>
        <source>Reshard</source>
        <translation>Reshard</translation>
    </message>
    <message>
        <source>Reduce gradients</source>
        <translation>梯度归约</translation>
    </message>
    <message>
        <source>Wait for reduced gradients</source>
        <translation>等待梯度归约完成</translation>
    </message>
    <message>
        <source>Every rank runs the forwards of all microbatches, then all backwards in the same order. Simple, but each rank keeps the activations of the whole batch.</source>
        <translation>每个 rank 先完成所有微批次的前向，再按相同顺序完成所有反向。简单，但每个 rank 要保留整个批次的激活。</translation>
    </message>
    <message>
        <source>Runs the backwards from the last microbatch to the first. With inference there are only forwards.</source>
        <translation>从最后一个微批次到第一个依次运行反向。用于推理时只有前向。</translation>
    </message>
    <message>
        <source>Same order as torch with one stage on each rank. Also takes placement v: two stages on each rank; all forwards of the downward stage run first, then all of the upward one, and the backwards run in the opposite order.</source>
        <translation>每个 rank 一个阶段，顺序与 torch 相同。也接受放置方式 v：每个 rank 两个阶段，先是下行阶段的所有前向，再是上行阶段的所有前向，反向则次序相反。</translation>
    </message>
    <message>
        <source>Ranks</source>
        <translation>Rank 数</translation>
    </message>
    <message>
        <source>How many accelerators, or groups of accelerators, the pipeline runs on.</source>
        <translation>流水线跨越多少个加速器或加速器组。</translation>
    </message>
    <message>
        <source>at least 1</source>
        <translation>至少为 1</translation>
    </message>
    <message>
        <source>Microbatches</source>
        <translation>微批次</translation>
    </message>
    <message>
        <source>How many pieces the batch of one training step is split into.</source>
        <translation>一个训练步的批次切成多少份。</translation>
    </message>
    <message>
        <source>Stages per rank</source>
        <translation>每 rank 阶段数</translation>
    </message>
    <message>
        <source>How many pieces of the model each rank holds.</source>
        <translation>每个 rank 持有模型的多少段。</translation>
    </message>
    <message>
        <source>exactly 1, or 2 with placement v (variant hyper-parallel)</source>
        <translation>恰为 1；放置方式 v（变体 hyper-parallel）时为 2</translation>
    </message>
    <message>
        <source>Placement</source>
        <translation>放置方式</translation>
    </message>
    <message>
        <source>Which rank holds which stage.</source>
        <translation>哪个 rank 持有哪个阶段。</translation>
    </message>
    <message>
        <source>Loop</source>
        <translation>循环</translation>
    </message>
    <message>
        <source>V</source>
        <translation>V</translation>
    </message>
    <message>
        <source>Variant</source>
        <translation>变体</translation>
    </message>
    <message>
        <source>The project whose order is used.</source>
        <translation>按哪个项目的顺序构建。</translation>
    </message>
    <message>
        <source>Inference</source>
        <translation>推理</translation>
    </message>
    <message>
        <source>Builds only the forwards.</source>
        <translation>只构建前向。</translation>
    </message>
    <message>
        <source>only in variant d9d</source>
        <translation>仅用于变体 d9d</translation>
    </message>
    <message>
        <source>After a warm-up of one forward for each later rank, every rank alternates one forward and one backward. It takes as long as GPipe, but a rank keeps the activations of at most as many microbatches as there are ranks from it to the last one.</source>
        <translation>预热阶段为其后的每个 rank 各做一次前向，之后每个 rank 交替运行一次前向和一次反向。用时与 GPipe 相同，但一个 rank 保留激活的微批次数不超过从它到最后一个 rank 的 rank 数。</translation>
    </message>
    <message>
        <source>Same order as torch; also takes fewer microbatches than ranks. Its generator writes no bubbles.</source>
        <translation>顺序与 torch 相同；也接受少于 rank 数的微批次。其生成器不写出气泡。</translation>
    </message>
    <message>
        <source>The same order without bubbles; also takes fewer microbatches than ranks, and then limits the warm-up to the forwards that exist.</source>
        <translation>顺序相同但不写出气泡；也接受少于 rank 数的微批次，此时预热的前向数不超过微批次数。</translation>
    </message>
    <message>
        <source>at least the number of ranks (variants hyper-parallel and pp-schedule-visualization: any number)</source>
        <translation>至少为 rank 数（变体 hyper-parallel 和 pp-schedule-visualization：任意）</translation>
    </message>
    <message>
        <source>exactly 1</source>
        <translation>恰为 1</translation>
    </message>
    <message>
        <source>1F1B with a warm-up of two forwards for each later rank plus one. The input of a forward arrives well before it is needed, so its transfer is hidden behind work. Without transfers it takes as long as 1F1B, and the first rank keeps almost twice the activations.</source>
        <translation>预热更长的 1F1B：为其后的每个 rank 各做两次前向，再加一次。前向的输入在需要之前早已到达，因此其传输隐藏在计算之后。没有传输时用时与 1F1B 相同，而第一个 rank 保留的激活几乎是两倍。</translation>
    </message>
    <message>
        <source>1F1B that runs a forward and a backward as one block in the steady phase, so that the communication of one is hidden behind the work of the other. For this, each rank runs twice as far ahead as in 1F1B, plus one forward, and keeps that many more activations.</source>
        <translation>稳态部分把一次前向和一次反向作为一个块运行的 1F1B，使其中一个的通信隐藏在另一个的计算之后。为此每个 rank 比 1F1B 超前一倍再加一次前向，并保留相应更多的激活。</translation>
    </message>
    <message>
        <source>at least twice the number of ranks minus one</source>
        <translation>至少为 rank 数的两倍减一</translation>
    </message>
    <message>
        <source>1F1B over parts of sequences: each microbatch is split into seq_splits parts that pass through the pipeline as separate microbatches; backwards run from the last part to the first. Part k of microbatch i has the number i * seq_splits + k. More parts mean smaller bubbles and fewer activations.</source>
        <translation>在序列片段上的 1F1B：每个微批次切成 seq_splits 份，各份像独立的微批次一样通过流水线，反向从最后一份到第一份。微批次 i 的第 k 份编号为 i * seq_splits + k。份数越多，气泡和激活越小。</translation>
    </message>
    <message>
        <source>Sequence splits</source>
        <translation>序列切分</translation>
    </message>
    <message>
        <source>How many parts the sequences of a microbatch are split into.</source>
        <translation>一个微批次的序列切成多少份。</translation>
    </message>
    <message>
        <source>1 to 1024</source>
        <translation>1 至 1024</translation>
    </message>
    <message>
        <source>1F1B with several stages on each rank, looping over the ranks. Microbatches run in rounds; each round passes through all stages of the rank. The bubbles shrink in proportion to the number of stages per rank, at the cost of more communication and more activations.</source>
        <translation>每个 rank 有多个阶段、在各 rank 间循环的 1F1B。微批次按轮次通过，每一轮经过该 rank 的所有阶段。气泡按每 rank 阶段数缩小，代价是更多的通信和激活。</translation>
    </message>
    <message>
        <source>Same order as torch; its generator writes no bubbles.</source>
        <translation>顺序与 torch 相同；其生成器不写出气泡。</translation>
    </message>
    <message>
        <source>Same order as torch for the numbers of microbatches that torch takes. Takes any number: a remainder is spread over the first rounds, and fewer microbatches than ranks make one round. Can run each steady backward together with the forward after it. In a V its ranks would wait for each other, so it takes only the loop.</source>
        <translation>在 torch 接受的微批次数下顺序与 torch 相同。接受任意数量：不能整除的部分分摊到前几轮，少于 rank 数的微批次为一轮。可以让稳态中每次反向与其后的前向一起运行。用 V 形放置时各 rank 会互相等待，因此只接受循环放置。</translation>
    </message>
    <message>
        <source>Runs the microbatches in groups of group_size, with the remainder in the last group; PyTorch makes the rounds equal instead. It writes no bubbles.</source>
        <translation>按 group_size 个一组处理微批次，最后一组为剩余部分，而 PyTorch 使各轮相等；不写出气泡。</translation>
    </message>
    <message>
        <source>Overlap backward and forward</source>
        <translation>反向与前向重叠</translation>
    </message>
    <message>
        <source>Runs each backward of the steady phase together with the forward after it.</source>
        <translation>稳态中每次反向与其后的前向一起运行。</translation>
    </message>
    <message>
        <source>only in variant hyper-parallel</source>
        <translation>仅用于变体 hyper-parallel</translation>
    </message>
    <message>
        <source>Group size</source>
        <translation>组大小</translation>
    </message>
    <message>
        <source>How many microbatches run through one stage of a rank before its next stage runs; auto: the number of ranks.</source>
        <translation>一个 rank 的一个阶段运行多少个微批次后，下一个阶段才运行；auto 为 rank 数。</translation>
    </message>
    <message>
        <source>only in variant pp-schedule-visualization</source>
        <translation>仅用于变体 pp-schedule-visualization</translation>
    </message>
    <message>
        <source>Interleaved 1F1B that runs a forward and a backward as one block in the steady phase, so that the communication of one, such as that between experts, is hidden behind the work of the other. Each rank warms up with one more forward than without blocks.</source>
        <translation>稳态部分把一次前向和一次反向作为一个块运行的交错式 1F1B，使其中一个的通信（如专家间通信）隐藏在另一个的计算之后。每个 rank 的预热比不用块时多一次前向。</translation>
    </message>
    <message>
        <source>Interleaved 1F1B whose groups of microbatches may be smaller than the number of ranks. Each chunk runs one group before the next chunk does, so a smaller group keeps fewer activations but needs a longer warm-up. Each backward is an input gradient followed by its weight gradient.</source>
        <translation>微批次分组可以小于 rank 数的交错式 1F1B：每个块（chunk）运行完一组后才轮到下一个块，因此较小的组占用较少的激活，代价是较长的预热。每次反向为输入梯度，其后紧跟权重梯度。</translation>
    </message>
    <message>
        <source>Microbatches that a chunk runs before the next chunk starts.</source>
        <translation>一个块（chunk）运行多少个微批次后轮到下一个块。</translation>
    </message>
    <message>
        <source>at least 1, or auto: the number of ranks</source>
        <translation>至少为 1，或 auto：rank 数</translation>
    </message>
    <message>
        <source>Stages loop over the ranks. Each stage runs all microbatches before the rank&apos;s next stage starts; the backwards run in reverse, from the last stage and the last microbatch. The weights of each stage are gathered once for each direction, and its gradients are reduced once.</source>
        <translation>阶段在各 rank 间循环。每个阶段运行完所有微批次后，该 rank 的下一个阶段才开始；反向按原路返回，从最后一个阶段和最后一个微批次开始。每个阶段的权重在每个方向上只汇集一次，梯度只归约一次。</translation>
    </message>
    <message>
        <source>Same order as torch; its generator writes no bubbles. With inference there are only forwards.</source>
        <translation>顺序与 torch 相同；其生成器不写出气泡。用于推理时只有前向。</translation>
    </message>
    <message>
        <source>From the paper. The paper does not publish the order as a list. One pipeline runs over the ranks in waves, forth and back, with two stages on each rank for each wave. This order is 1F1B over the waves: after its warm-up, a rank alternates forwards and backwards, and the microbatches come in groups as large as the number of ranks. If all groups are complete and transfers take no time, a rank idles for 2*(ranks-1) passes of a stage, each as long as the longer of forward and backward, for any number of groups; more waves make the stages shorter and so the bubbles smaller. A short last group adds to that, but no rank idles longer than in 1F1B, and none keeps more activations than the first rank of 1F1B.</source>
        <translation>依据论文；其顺序没有以列表形式公布。一条流水线以波的形式在各 rank 间往返，每个波在每个 rank 上有两个阶段。此处的顺序是在波上的 1F1B：预热之后，一个 rank 交替运行前向和反向，微批次按 rank 数一组到来。若各组完整且传输不占时间，一个 rank 空闲 2*(rank 数-1) 次阶段运行，每次的长度取前向和反向中较长者，与组数无关；波越多，阶段越短，气泡也越小。最后一组不足会增加空闲，但没有 rank 比 1F1B 空闲更久，也没有 rank 保留的激活多于 1F1B 的第一个 rank。</translation>
    </message>
    <message>
        <source>an even number: two for each wave</source>
        <translation>偶数，每个波两个</translation>
    </message>
    <message>
        <source>Interleaved 1F1B with the backward split: the input gradient runs at once, and the weight gradient runs as many backwards later as the rank&apos;s number. The warm-up is shorter, and delayed weight gradients fill bubbles.</source>
        <translation>反向拆分的交错式 1F1B：输入梯度立即运行，权重梯度推迟的反向次数等于该 rank 的编号。预热较短，推迟的权重梯度填补原来的气泡。</translation>
    </message>
    <message>
        <source>Only one stage per rank, but any number of microbatches: if there are fewer microbatches than ranks, weight gradients do not wait in the cool-down. It writes no bubbles.</source>
        <translation>每个 rank 仅一个阶段，但微批次数任意：少于 rank 数时，冷却期的权重梯度不等待。不写出气泡。</translation>
    </message>
    <message>
        <source>a multiple of the number of rounds, which is microbatches div ranks but at least 1 (so any number below twice the ranks, and any multiple of the ranks); variant pp-schedule-visualization: any number</source>
        <translation>轮数的倍数；轮数为微批次数整除 rank 数，至少为 1（即小于两倍 rank 数的任意数，以及 rank 数的任意倍数）；变体 pp-schedule-visualization：任意</translation>
    </message>
    <message>
        <source>1F1B with few changes. The first rank never splits its backwards. A later rank splits the backwards of the cool-down and, in the steady phase, as many as its number, taking the last ones; each later backward runs the oldest open weight gradient. No rank holds more activations than the first rank of 1F1B, and with equal times the bubble is a third of that of 1F1B. For unequal times, zb-auto with that memory limit is better.</source>
        <translation>改动很少的 1F1B：第一个 rank 从不拆分反向；其后的 rank 只拆分稳态中最后若干次反向（次数等于其编号）以及冷却期的反向；其后的每次反向都运行最早未完成的权重梯度。没有 rank 保留的激活多于 1F1B 的第一个 rank；用时相等时气泡为 1F1B 的三分之一。用时不等时，用同样显存上限的 zb-auto 更好。</translation>
    </message>
    <message>
        <source>Every backward is split: the weight gradient runs as many backwards after its input gradient as the rank&apos;s number. This is the order of interleaved-zero-bubble with one stage per rank, for any number of microbatches.</source>
        <translation>每次反向都拆分：权重梯度在其输入梯度之后推迟的反向次数等于该 rank 的编号。即每 rank 一个阶段的 interleaved-zero-bubble 的顺序，微批次数任意。</translation>
    </message>
    <message>
        <source>From the paper. Forwards fill the warm-up, almost twice as many as in 1F1B, and delayed weight gradients fill the cool-down, so that the ranks end one after the other. If F, I and W take the same time and there are at least 2*ranks-1 microbatches, no rank idles between its first and last action, and each keeps the activations of 2*ranks-1 microbatches until their weight gradients. The optimizer steps of the ranks must not wait for each other.</source>
        <translation>依据论文。预热期用前向填满，几乎是 1F1B 的两倍；保留下来的权重梯度填满冷却期，因此各 rank 依次结束。当 F、I、W 用时相同且微批次数不少于 2*rank 数-1 时，没有 rank 在其首个与最后一个动作之间空闲，每个 rank 保留 2*rank 数-1 个微批次的激活，直到其权重梯度。各 rank 的优化器更新不能互相等待。</translation>
    </message>
    <message>
        <source>One stage per rank with the backward split, ordered for the costs: weight gradients fill the waits, and the warm-up is as long as time and memory allow. A memory limit equal to the number of ranks gives ZB-H1, which holds no more than 1F1B; twice that gives ZB-2p. All combinations of three yes-or-no decisions are tried, and the order with the shortest longest rank span is used. Zero bubbles means none between a rank&apos;s own first and last action; the makespan still includes the way through the ranks.</source>
        <translation>每个 rank 一个阶段、反向拆分，按开销排序：权重梯度填补等待，预热在时间和显存允许下尽可能长。显存上限为 rank 数时得到 ZB-H1，占用不超过 1F1B；上限为两倍时得到 ZB-2p。三个是/否决策的所有组合都会尝试，并取最长 rank 跨度最短的顺序。零气泡是指一个 rank 自身的首个与最后一个动作之间没有气泡；完工时间仍包含穿过各 rank 的路程。</translation>
    </message>
    <message>
        <source>Memory limit</source>
        <translation>显存上限</translation>
    </message>
    <message>
        <source>The most that a rank may hold, in activations of one forward of the largest stage.</source>
        <translation>一个 rank 最多可占用的量，以各阶段中最大的一次前向激活为单位。</translation>
    </message>
    <message>
        <source>at least 1, or auto: no limit</source>
        <translation>至少为 1，或 auto：不限</translation>
    </message>
    <message>
        <source>Bubble before the first backward</source>
        <translation>首个反向前留气泡</translation>
    </message>
    <message>
        <source>Whether the warm-up stops before a forward that would delay the first backward.</source>
        <translation>预热是否在会推迟首个反向的前向之前停止。</translation>
    </message>
    <message>
        <source>Auto</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>True</source>
        <translation>是</translation>
    </message>
    <message>
        <source>False</source>
        <translation>否</translation>
    </message>
    <message>
        <source>Backward first</source>
        <translation>反向优先</translation>
    </message>
    <message>
        <source>Whether a forward is delayed if it would delay the next backward.</source>
        <translation>会推迟下一个反向的前向是否延后。</translation>
    </message>
    <message>
        <source>Fill every wait</source>
        <translation>填补每个等待</translation>
    </message>
    <message>
        <source>Whether a weight gradient runs in every wait, even one that is too short for it.</source>
        <translation>即使等待短于一个权重梯度，是否也在其中运行它。</translation>
    </message>
    <message>
        <source>Two stages on each rank in the shape of a V: the first rank holds the first and the last stage. The backward is split, and with equal times for forward, input and weight gradient there are no bubbles between a rank&apos;s first and last action, with the activation memory of 1F1B.</source>
        <translation>每个 rank 两个阶段，呈 V 形：第一个 rank 持有首尾两个阶段。反向拆分；前向、输入梯度和权重梯度用时相等时，一个 rank 的首个与最后一个动作之间没有气泡，激活显存与 1F1B 相同。</translation>
    </message>
    <message>
        <source>exactly 2</source>
        <translation>恰为 2</translation>
    </message>
    <message>
        <source>ZBV as its authors wrote it by hand, for any costs: built for at least 2 · ranks - 1 microbatches; extra microbatches are then left out. The order is that of zbv; zbv-auto makes one for given costs.</source>
        <translation>作者手工写出的 ZBV，适用于任意开销：按至少 2 · rank 数 - 1 个微批次构建，再去掉不存在的微批次。顺序即 zbv 的顺序；zbv-auto 按给定开销生成。</translation>
    </message>
    <message>
        <source>ZBV ordered for the costs: two stages on each rank in the shape of a V, with the backward split; weight gradients fill the waits as they occur. The search is repeated with the waits that proved unavoidable, and the order with the shortest idle time of a rank after its first forward is used. It holds no more activations than 1F1B; for less memory use v-half or v-min.</source>
        <translation>按开销排序的 ZBV：每个 rank 两个阶段，呈 V 形，反向拆分；权重梯度随等待填补。以已确认无法避免的等待重复搜索，并取各 rank 自首个前向起空闲时间最短的顺序。占用的激活不超过 1F1B；要更省显存，可用 v-half 和 v-min。</translation>
    </message>
    <message>
        <source>at least twice the ranks, or twice the microbatches if there are fewer of them; auto: twice the ranks</source>
        <translation>至少为 rank 数的两倍，微批次较少时为微批次数的两倍；auto：rank 数的两倍</translation>
    </message>
    <message>
        <source>Fill before backwards</source>
        <translation>反向前填补</translation>
    </message>
    <message>
        <source>Whether a weight gradient may delay an input gradient of the rank&apos;s second stage.</source>
        <translation>权重梯度是否可以推迟该 rank 第二个阶段的输入梯度。</translation>
    </message>
    <message>
        <source>Fill before forwards</source>
        <translation>前向前填补</translation>
    </message>
    <message>
        <source>Whether a weight gradient may delay a forward.</source>
        <translation>权重梯度是否可以推迟前向。</translation>
    </message>
    <message>
        <source>Two stages on each rank in the shape of a V, with the least activation memory: about a third of that of 1F1B. Built for equal times of forward, input and weight gradient. With other times, the bubbles grow with the number of microbatches, although W&apos;s are placed where ranks would wait.</source>
        <translation>每个 rank 两个阶段，呈 V 形，激活显存最小：约为 1F1B 的三分之一。为前向、输入梯度和权重梯度用时相等而设计：用时不等时，尽管把 W 放在各 rank 会等待之处，气泡仍随微批次数增长。</translation>
    </message>
    <message>
        <source>Reorder</source>
        <translation>重排</translation>
    </message>
    <message>
        <source>Moves passes of the warm-up and the cool-down into bubbles; for unequal times also W&apos;s.</source>
        <translation>把预热期和冷却期的运行，以及用时不等时的 W，移入气泡。</translation>
    </message>
    <message>
        <source>The most activations that a rank may hold, in activations of one stage&apos;s forward; the order does not depend on it, but is refused if it holds more.</source>
        <translation>一个 rank 最多可保留的激活，以一个阶段一次前向的激活为单位；顺序不受它影响，但超出时会被拒绝。</translation>
    </message>
    <message>
        <source>at least as many as the order holds</source>
        <translation>至少为该顺序的占用</translation>
    </message>
    <message>
        <source>Two stages on each rank in the shape of a V, with about half the activation memory of 1F1B. Built for equal times of forward, input and weight gradient. With other times, the bubbles grow with the number of microbatches, although W&apos;s are placed where ranks would wait.</source>
        <translation>每个 rank 两个阶段，呈 V 形，激活显存约为 1F1B 的一半。为前向、输入梯度和权重梯度用时相等而设计：用时不等时，尽管把 W 放在各 rank 会等待之处，气泡仍随微批次数增长。</translation>
    </message>
    <message>
        <source>Two stages on each rank in the shape of a V, made of the building block that runs fastest with the given times within a memory limit.</source>
        <translation>每个 rank 两个阶段，呈 V 形：在显存上限内的所有构建块中，取在给定用时下最快的一个。</translation>
    </message>
    <message>
        <source>The most activations that a rank may hold, in activations of one stage&apos;s forward; auto: as many as 1F1B holds, twice the ranks.</source>
        <translation>一个 rank 最多可保留的激活，以一个阶段一次前向的激活为单位；auto：1F1B 的占用，即 rank 数的两倍。</translation>
    </message>
    <message>
        <source>at least about 2/3 of the ranks</source>
        <translation>至少约为 rank 数的 2/3</translation>
    </message>
    <message>
        <source>Two stages on each rank in the shape of a V with unsplit backwards: about two thirds of the activation memory of 1F1B (three quarters with 4 or 8 ranks).</source>
        <translation>每个 rank 两个阶段，呈 V 形，反向不拆分：激活显存约为 1F1B 的三分之二（4 或 8 个 rank 时为四分之三）。</translation>
    </message>
    <message>
        <source>Two pipelines in opposite directions: rank r holds stage r of one and stage ranks-1-r of the other, so every stage is on two ranks. The first half of the microbatches goes down the ranks, the second half up. In the steady phase, a forward of one direction overlaps a backward of the other; weight gradients are split off where they fill bubbles. Every rank keeps the activations of one microbatch more than there are ranks.</source>
        <translation>两条方向相反的流水线：rank r 持有一条的阶段 r 和另一条的阶段 rank 数-1-r，因此每个阶段位于两个 rank 上。前一半微批次沿 rank 向下，后一半向上。稳态中一个方向的前向与另一个方向的反向重叠；在能填补气泡处拆出权重梯度。每个 rank 保留的激活比 rank 数多一个微批次。</translation>
    </message>
    <message>
        <source>The same order; also takes two microbatches fewer. The first pair of the two middle ranks can be overlapped, as that project did in 2025.</source>
        <translation>顺序相同，所需微批次可少两个；中间两个 rank 的第一对可以重叠，该项目 2025 年即如此。</translation>
    </message>
    <message>
        <source>an even number, at least 2</source>
        <translation>偶数，至少为 2</translation>
    </message>
    <message>
        <source>an even number, at least twice the number of ranks (variant pp-schedule-visualization: two fewer)</source>
        <translation>偶数，至少为 rank 数的两倍（变体 pp-schedule-visualization：少两个）</translation>
    </message>
    <message>
        <source>Mirror</source>
        <translation>镜像</translation>
    </message>
    <message>
        <source>Overlap the first pair</source>
        <translation>重叠第一对</translation>
    </message>
    <message>
        <source>Also overlap the first forward and backward of the ranks at the turn, as that project did in 2025.</source>
        <translation>转折处 rank 的第一次前向和反向也重叠，该项目 2025 年即如此。</translation>
    </message>
    <message>
        <source>Two stages on each rank in the shape of a V. In the steady phase, a forward of one stage overlaps the backward of the other, so that the communication of each is hidden behind the computation of the other; weight gradients are split off where they fill bubbles.</source>
        <translation>每个 rank 两个阶段，呈 V 形。稳态中一个阶段的前向与另一个阶段的反向重叠，使各自的通信隐藏在对方的计算之后；在能填补气泡处拆出权重梯度。</translation>
    </message>
    <message>
        <source>The same order.</source>
        <translation>顺序相同。</translation>
    </message>
    <message>
        <source>The same order, as in DeepSeek&apos;s own code.</source>
        <translation>顺序相同，即 DeepSeek 自己代码的做法。</translation>
    </message>
    <message>
        <source>The same order; also takes one microbatch fewer. The first pair of the last rank can be overlapped, as that project did in 2025.</source>
        <translation>顺序相同，所需微批次可少一个；最后一个 rank 的第一对可以重叠，该项目 2025 年即如此。</translation>
    </message>
    <message>
        <source>From the paper. Two pipelines in opposite directions: rank r holds stage r of one and stage ranks-1-r of the other, so every stage is on two ranks. Half as many microbatches as there are ranks go down, then as many up, and so on. If a forward takes as long as a backward, the two never meet: a microbatch turns around on its last stage at once, and the next ones come in as the first ones leave. If the number of microbatches is a multiple of the ranks, a rank idles in ranks-2 slots, however many microbatches there are. No rank keeps more activations than there are ranks. Its bubbles (padded) show that grid of slots.</source>
        <translation>依据论文。两条方向相反的流水线：rank r 持有一条的阶段 r 和另一条的阶段 rank 数-1-r，因此每个阶段位于两个 rank 上。先有 rank 数一半的微批次向下，再有同样多的向上，依此类推。前向与反向用时相等时两者从不相遇，微批次在其最后一个阶段立即折返，前一批离开时后一批进入：微批次数为 rank 数的倍数时，一个 rank 空闲 rank 数-2 个时隙，与微批次数无关。没有 rank 保留的激活多于 rank 数。其气泡（补齐）显示这一时隙网格。</translation>
    </message>
    <message>
        <source>Width of the residual stream</source>
        <translation>残差流的宽度</translation>
    </message>
    <message>
        <source>Inner width of the feed-forward part; counted once even if it is gated</source>
        <translation>前馈部分的内部宽度；有门控时也只计一次</translation>
    </message>
    <message>
        <source>Attention heads</source>
        <translation>注意力头数</translation>
    </message>
    <message>
        <source>Heads of keys and values</source>
        <translation>键和值的头数</translation>
    </message>
    <message>
        <source>Width of a head</source>
        <translation>一个头的宽度</translation>
    </message>
    <message>
        <source>Tokens of a sequence</source>
        <translation>一条序列的 token 数</translation>
    </message>
    <message>
        <source>Sequences of a microbatch</source>
        <translation>一个微批次的序列条数</translation>
    </message>
    <message>
        <source>Size of the vocabulary; 0 = no embedding and no head</source>
        <translation>词表大小；0 = 没有嵌入层和输出头</translation>
    </message>
    <message>
        <source>Devices that share each layer</source>
        <translation>分摊每一层的设备数</translation>
    </message>
    <message>
        <source>Feed-forward with a gate (SwiGLU)</source>
        <translation>带门控的前馈 (SwiGLU)</translation>
    </message>
    <message>
        <source>A token attends only to tokens before it</source>
        <translation>一个 token 只看到它之前的 token</translation>
    </message>
    <message>
        <source>Linears and norms have biases</source>
        <translation>线性层和归一化层带偏置</translation>
    </message>
    <message>
        <source>The head uses the embedding&apos;s weights</source>
        <translation>输出头共享嵌入层的权重</translation>
    </message>
    <message>
        <source>Bubble</source>
        <translation>气泡</translation>
    </message>
    <message>
        <source>Strict</source>
        <translation>严格</translation>
    </message>
    <message>
        <source>Pp schedule visualization sync</source>
        <translation>PP 调度可视化，同步</translation>
    </message>
    <message>
        <source>None</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Torch single stage</source>
        <translation>PyTorch，单阶段</translation>
    </message>
    <message>
        <source>Megatron</source>
        <translation>Megatron</translation>
    </message>
    <message>
        <source>Megatron overlapped</source>
        <translation>Megatron，重叠</translation>
    </message>
    <message>
        <source>One number for every stage, or a list with one for each stage: 1, 1, 1.5</source>
        <translation>对所有阶段用一个数，或每个阶段一个数的列表：1, 1, 1.5</translation>
    </message>
    <message>
        <source>Overlap</source>
        <translation>重叠</translation>
    </message>
    <message>
        <source>P2P latency</source>
        <translation>P2P 延迟</translation>
    </message>
    <message>
        <source>Time of a transfer between two ranks</source>
        <translation>两个 rank 之间一次传输的时间</translation>
    </message>
    <message>
        <source>Bandwidth</source>
        <translation>带宽</translation>
    </message>
    <message>
        <source>In the unit of the size, per unit of time; empty = the size costs nothing</source>
        <translation>大小的单位每时间单位；留空 = 大小不占时间</translation>
    </message>
    <message>
        <source>unlimited</source>
        <translation>不限</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Size of a transfer, in any unit: bytes, MB</source>
        <translation>一次传输搬运的量，单位任意：字节、MB</translation>
    </message>
    <message>
        <source>Time to gather a stage&apos;s parameters</source>
        <translation>汇集一个阶段的参数的时间</translation>
    </message>
    <message>
        <source>Time to free a stage&apos;s parameters</source>
        <translation>释放一个阶段的参数的时间</translation>
    </message>
    <message>
        <source>Time to reduce a stage&apos;s gradients</source>
        <translation>归约一个阶段的梯度的时间</translation>
    </message>
    <message>
        <source>Activation</source>
        <translation>激活</translation>
    </message>
    <message>
        <source>Size of the activation of one stage for one microbatch</source>
        <translation>一个阶段一个微批次的激活大小</translation>
    </message>
    <message>
        <source>Kept until W</source>
        <translation>保留到 W</translation>
    </message>
    <message>
        <source>Share of an activation that is released only by W</source>
        <translation>激活中只由 W 释放的比例</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>Size of a stage&apos;s parameters; 0 = not counted</source>
        <translation>一个阶段的参数大小；0 = 不计</translation>
    </message>
    <message>
        <source>Gradients</source>
        <translation>梯度</translation>
    </message>
    <message>
        <source>Size of a stage&apos;s gradients; 0 = not counted</source>
        <translation>一个阶段的梯度大小；0 = 不计</translation>
    </message>
    <message>
        <source>Optimizer states</source>
        <translation>优化器状态</translation>
    </message>
    <message>
        <source>Size of what the optimizer always keeps for a stage; 0 = not counted</source>
        <translation>优化器为一个阶段保存的大小，始终占用；0 = 不计</translation>
    </message>
    <message>
        <source>Limit per rank</source>
        <translation>每个 rank 的上限</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Spread (sigma)</source>
        <translation>离散度 (sigma)</translation>
    </message>
    <message>
        <source>Every action&apos;s time × exp(sigma · z), z standard normal; 0 = none</source>
        <translation>每个动作的时间 × exp(sigma · z)，z 服从标准正态分布；0 = 无</translation>
    </message>
    <message>
        <source>Layers per stage</source>
        <translation>每阶段层数</translation>
    </message>
    <message>
        <source>One number for every stage, or a list with one for each stage: 8, 8, 7</source>
        <translation>对所有阶段用一个数，或每个阶段一个数的列表：8, 8, 7</translation>
    </message>
    <message>
        <source>In the unit of the sizes above; or a list with one for each rank: 8, 8, 6</source>
        <translation>单位与上面的大小相同；也可每个 rank 一个：8, 8, 6</translation>
    </message>
    <message>
        <source>Send credit</source>
        <translation>发送额度</translation>
    </message>
    <message>
        <source>What may be under way to a rank before the next send waits, in the unit of the size; without a size a number of messages. Only under a policy of communicators</source>
        <translation>下一个发送开始等待之前，可同时发往一个 rank 的数据量，以大小的单位计；未给大小时为消息数。仅在设定通信器策略时有效</translation>
    </message>
    <message>
        <source>Launch</source>
        <translation>启动</translation>
    </message>
    <message>
        <source>Send</source>
        <translation>发送</translation>
    </message>
    <message>
        <source>How long a send takes: it does not wait for its receiver</source>
        <translation>一次发送的时长：发送不等待接收方</translation>
    </message>
    <message>
        <source>Arrival</source>
        <translation>到达</translation>
    </message>
    <message>
        <source>From the start of the sender&apos;s kernel to the end of the receive, if the receiver was first</source>
        <translation>从发送方内核开始到接收结束（接收方先到时）</translation>
    </message>
    <message>
        <source>Receive</source>
        <translation>接收</translation>
    </message>
    <message>
        <source>How long a receive takes if the sender was first</source>
        <translation>发送方先到时一次接收的时长</translation>
    </message>
    <message>
        <source>Further message</source>
        <translation>后续消息</translation>
    </message>
    <message>
        <source>What each further message of a kernel adds to a receive</source>
        <translation>内核中每多一条消息使接收延长的时间</translation>
    </message>
    <message>
        <source>Gap of transfers</source>
        <translation>传输间隙</translation>
    </message>
    <message>
        <source>Between a transfer and what it runs behind</source>
        <translation>传输与其之前的内容之间</translation>
    </message>
    <message>
        <source>From a call to the start of its kernel on an idle device</source>
        <translation>设备空闲时从调用到其内核开始</translation>
    </message>
    <message>
        <source>Gap of kernels</source>
        <translation>内核间隙</translation>
    </message>
    <message>
        <source>Between two kernels of an action</source>
        <translation>同一动作的两个内核之间</translation>
    </message>
    <message>
        <source>Host per transfer</source>
        <translation>每次传输的主机时间</translation>
    </message>
    <message>
        <source>Time of the host for each transfer and the wait for it</source>
        <translation>主机用于每次传输及其等待的时间</translation>
    </message>
    <message>
        <source>Synchronize</source>
        <translation>同步</translation>
    </message>
    <message>
        <source>From the device&apos;s end to when the host goes on, if it waits for that</source>
        <translation>主机等待设备时，从设备结束到主机继续</translation>
    </message>
    <message>
        <source>Host factor</source>
        <translation>主机系数</translation>
    </message>
    <message>
        <source>Multiplies the host&apos;s times: below 1 it takes off what a profiler added to them</source>
        <translation>乘以主机时间：小于 1 时去除性能分析器增加的部分</translation>
    </message>
    <message>
        <source>F host time</source>
        <translation>F 主机时间</translation>
    </message>
    <message>
        <source>Time of the host for an action, with what is before it; one number for every stage, or a list</source>
        <translation>主机用于一个动作的时间，含其之前的部分；所有阶段一个数，或一个列表</translation>
    </message>
    <message>
        <source>F kernels</source>
        <translation>F 内核数</translation>
    </message>
    <message>
        <source>How many kernels an action has; one number for every stage, or a list</source>
        <translation>一个动作的内核数；所有阶段一个数，或一个列表</translation>
    </message>
    <message>
        <source>F lead</source>
        <translation>F 前导</translation>
    </message>
    <message>
        <source>Time of the host from the start of an action to its first kernel</source>
        <translation>主机从动作开始到其首个内核的时间</translation>
    </message>
    <message>
        <source>F tail</source>
        <translation>F 收尾</translation>
    </message>
    <message>
        <source>Time that the last kernels of an action take once the host has launched them all</source>
        <translation>主机发出全部内核之后，动作最后的内核所需的时间</translation>
    </message>
    <message>
        <source>F slowdown</source>
        <translation>F 减速</translation>
    </message>
    <message>
        <source>By which kernels take longer while a transfer of their rank runs or waits on the device; 1 = not at all</source>
        <translation>本 rank 的传输在设备上运行或等待时，内核变慢的倍数；1 = 不变</translation>
    </message>
    <message>
        <source>B host time</source>
        <translation>B 主机时间</translation>
    </message>
    <message>
        <source>B kernels</source>
        <translation>B 内核数</translation>
    </message>
    <message>
        <source>B lead</source>
        <translation>B 前导</translation>
    </message>
    <message>
        <source>B tail</source>
        <translation>B 收尾</translation>
    </message>
    <message>
        <source>B slowdown</source>
        <translation>B 减速</translation>
    </message>
    <message>
        <source>I host time</source>
        <translation>I 主机时间</translation>
    </message>
    <message>
        <source>I kernels</source>
        <translation>I 内核数</translation>
    </message>
    <message>
        <source>I lead</source>
        <translation>I 前导</translation>
    </message>
    <message>
        <source>I tail</source>
        <translation>I 收尾</translation>
    </message>
    <message>
        <source>I slowdown</source>
        <translation>I 减速</translation>
    </message>
    <message>
        <source>W host time</source>
        <translation>W 主机时间</translation>
    </message>
    <message>
        <source>W kernels</source>
        <translation>W 内核数</translation>
    </message>
    <message>
        <source>W lead</source>
        <translation>W 前导</translation>
    </message>
    <message>
        <source>W tail</source>
        <translation>W 收尾</translation>
    </message>
    <message>
        <source>W slowdown</source>
        <translation>W 减速</translation>
    </message>
    <message>
        <source>Head</source>
        <translation>开头</translation>
    </message>
    <message>
        <source>Time of a rank before its first action; a list: one for each rank</source>
        <translation>一个 rank 在首个动作之前的时间；列表：每个 rank 一个</translation>
    </message>
    <message>
        <source>Time of reducing a stage&apos;s gradients over the replicas, after the last action</source>
        <translation>最后一个动作之后，在各副本之间归约一个阶段的梯度所用的时间</translation>
    </message>
    <message>
        <source>Tied embedding</source>
        <translation>共享嵌入层</translation>
    </message>
    <message>
        <source>Time of summing the gradients of an embedding that first and last stage share</source>
        <translation>将首末阶段共享的嵌入层的梯度相加所用的时间</translation>
    </message>
    <message>
        <source>Clip</source>
        <translation>梯度裁剪</translation>
    </message>
    <message>
        <source>Time of clipping a stage&apos;s gradients by their norm over all ranks</source>
        <translation>按所有 rank 上的范数裁剪一个阶段的梯度所用的时间</translation>
    </message>
    <message>
        <source>Optimizer</source>
        <translation>优化器</translation>
    </message>
    <message>
        <source>Time of the optimizer for a stage</source>
        <translation>优化器处理一个阶段所用的时间</translation>
    </message>
    <message>
        <source>Gather parameters</source>
        <translation>汇集参数</translation>
    </message>
    <message>
        <source>Time of gathering a stage&apos;s parameters over the replicas</source>
        <translation>在各副本之间汇集一个阶段的参数所用的时间</translation>
    </message>
    <message>
        <source>Finish</source>
        <translation>收尾</translation>
    </message>
    <message>
        <source>Time of a rank from there until its step ends</source>
        <translation>一个 rank 从那时到该步结束的时间</translation>
    </message>
    <message>
        <source>Recompute</source>
        <translation>重计算</translation>
    </message>
    <message>
        <source>Offload</source>
        <translation>卸载到主机</translation>
    </message>
    <message>
        <source>Reload</source>
        <translation>载回</translation>
    </message>
    <message>
        <source>Order of neuronx-distributed: that of torch, but with as many microbatches as ranks all forwards run before all backwards.</source>
        <translation>neuronx-distributed 的顺序：与 torch 相同，但微批次数等于 rank 数时，先运行全部前向，再运行全部反向。</translation>
    </message>
    <message>
        <source>Order of jaxpp&apos;s Interleaved1F1B: that of torch. With fuse_steady_state a forward of the steady phase and the backward after it run as one, but not with its own.</source>
        <translation>jaxpp 的 Interleaved1F1B 的顺序：与 torch 相同。fuse_steady_state 为 true 时，稳态中的前向与其后的反向合为一体运行，但不与自身的反向合并。</translation>
    </message>
    <message>
        <source>a multiple of the number of rounds, which is microbatches div ranks but at least 1 (so any number below twice the ranks, and any multiple of the ranks); variant hyper-parallel: any number; variant pp-schedule-visualization: any number unless the last group is so short that the ranks wait for each other; variant neuronx: a multiple of the ranks</source>
        <translation>轮数的倍数；轮数为微批次数整除 rank 数，至少为 1（即小于两倍 rank 数的任意数，以及 rank 数的任意倍数）；变体 hyper-parallel：任意；变体 pp-schedule-visualization：任意，只要最后一组不致短到使各 rank 互相等待；变体 neuronx：rank 数的倍数</translation>
    </message>
    <message>
        <source>Fuse the steady phase</source>
        <translation>稳态合并运行</translation>
    </message>
    <message>
        <source>Runs each forward of the steady phase as one with the backward after it.</source>
        <translation>稳态中每个前向与其后的反向合为一体运行。</translation>
    </message>
    <message>
        <source>only in variant jaxpp</source>
        <translation>仅用于变体 jaxpp</translation>
    </message>
    <message>
        <source>Order of jaxpp&apos;s KimiK2, in PyTorch&apos;s rounds. Only a forward of the last stage runs as one with the backward after it, unless fuse_steady_state is true.</source>
        <translation>jaxpp 的 KimiK2 的顺序，轮次与 PyTorch 相同。除非 fuse_steady_state 为 true，只有最后一个阶段的前向与其后的反向合为一体运行。</translation>
    </message>
    <message>
        <source>enough for the warm-up of the first rank, and no last group so short that the ranks wait for each other; variant jaxpp: a multiple of the number of rounds, which is microbatches div ranks but at least 1</source>
        <translation>足够第一个 rank 预热，且最后一组不致短到使各 rank 互相等待；变体 jaxpp：轮数的倍数；轮数为微批次数整除 rank 数，至少为 1</translation>
    </message>
    <message>
        <source>at least the number of ranks if there are two or more groups; auto: the number of ranks; only in variant pp-schedule-visualization</source>
        <translation>有两组或更多时，不少于 rank 数；auto 为 rank 数；仅用于变体 pp-schedule-visualization</translation>
    </message>
    <message>
        <source>Interleaved 1F1B in groups of microbatches, each of which passes through all stages of a rank before the next one begins. With overlap, each backward of the steady phase runs together with a forward, so that the communication between experts is hidden; for this, each rank warms up with one more forward. One stage per rank is plain 1F1B.</source>
        <translation>按微批次分组的交错式 1F1B：一组经过一个 rank 的全部阶段后，下一组才开始。开启重叠（overlap）时，稳态中每个反向与一个前向同时运行，以掩盖专家之间的通信；为此每个 rank 的预热多一个前向。每 rank 一个阶段时即为普通 1F1B。</translation>
    </message>
    <message>
        <source>at least the number of ranks, and no last group shorter than that; with one stage per rank any number</source>
        <translation>不少于 rank 数，且最后一组不少于 rank 数；每 rank 一个阶段时任意</translation>
    </message>
    <message>
        <source>from the number of ranks to that of microbatches, where a last, shorter group has at least as many as ranks; not used with one stage per rank</source>
        <translation>从 rank 数到微批次数；最后较短的一组不少于 rank 数；每 rank 一个阶段时不使用</translation>
    </message>
    <message>
        <source>Overlap forward and backward</source>
        <translation>前向与反向重叠</translation>
    </message>
    <message>
        <source>Runs each backward of the steady phase together with a forward.</source>
        <translation>稳态中每个反向与一个前向同时运行。</translation>
    </message>
    <message>
        <source>true only with two or more stages per rank</source>
        <translation>每 rank 至少两个阶段时才可为 true</translation>
    </message>
    <message>
        <source>The same as paper; with fewer microbatches than ranks every rank but the last runs all forwards first, then each input gradient with its weight gradient.</source>
        <translation>与 paper 相同；微批次少于 rank 数时，除最后一个 rank 外，各 rank 先运行全部前向，再逐个运行输入梯度及其权重梯度。</translation>
    </message>
    <message>
        <source>Primus&apos; order of the same building block: every pass moves to the earliest idle slot that memory allows, and the cool-down as if there were no limit. With equal times as short or shorter, with the same peak. It does not depend on costs.</source>
        <translation>Primus 对同一基本块的排序：每个动作移到显存允许的最早空闲时隙，冷却期则不计上限。各时长相等时不长于默认顺序，峰值相同。与开销无关。</translation>
    </message>
    <message>
        <source>The shorter of zero-bubble and primus under the given costs; the former if both take as long.</source>
        <translation>在给定开销下取 zero-bubble 与 primus 中较短者；同样长时取前者。</translation>
    </message>
    <message>
        <source>only in variant zero-bubble</source>
        <translation>仅用于变体 zero-bubble</translation>
    </message>
    <message>
        <source>Order of jaxpp: every backward is an I and a W. In the cool-down other backwards are split, and their weight gradients all run at the end.</source>
        <translation>jaxpp 的顺序：每个反向都是一个 I 和一个 W。冷却期拆分的反向与默认不同，其权重梯度全部在末尾运行。</translation>
    </message>
    <message>
        <source>Order of MindSpeed, which also takes one microbatch fewer: backwards of the cool-down are whole unless dw_detach is true, and fb_overlap chooses whether blocks are overlapped.</source>
        <translation>MindSpeed 的顺序，所需微批次可少一个：除非 dw_detach 为 true，冷却期的反向不拆分；fb_overlap 决定是否重叠。</translation>
    </message>
    <message>
        <source>at least twice the number of ranks (variants pp-schedule-visualization and mindspeed: one fewer)</source>
        <translation>不少于 rank 数的两倍（变体 pp-schedule-visualization 与 mindspeed：可少一个）</translation>
    </message>
    <message>
        <source>Runs each forward of the steady phase together with a backward; else in turn.</source>
        <translation>稳态中每个前向与一个反向同时运行；否则依次运行。</translation>
    </message>
    <message>
        <source>only in variant mindspeed</source>
        <translation>仅用于变体 mindspeed</translation>
    </message>
    <message>
        <source>Split the cool-down</source>
        <translation>冷却期拆分</translation>
    </message>
    <message>
        <source>Splits weight gradients of the cool-down off, as DeepSeek does; else all its backwards are whole.</source>
        <translation>像 DeepSeek 那样拆出冷却期的权重梯度；否则冷却期的反向都不拆分。</translation>
    </message>
    <message>
        <source>Experts of a mixture; 0 = a dense layer</source>
        <translation>混合专家模型的专家数；0 表示稠密层</translation>
    </message>
    <message>
        <source>Experts that each token meets</source>
        <translation>每个 token 经过的专家数</translation>
    </message>
    <message>
        <source>Inner width of an expert; 0 = that of the feed-forward part</source>
        <translation>每个专家的内部宽度；0 表示与前馈部分相同</translation>
    </message>
    <message>
        <source>Experts that every token meets</source>
        <translation>所有 token 都经过的专家数</translation>
    </message>
    <message>
        <source>Devices that share the experts</source>
        <translation>分担这些专家的设备数</translation>
    </message>
    <message>
        <source>Devices that share a layer share the tokens of its norms</source>
        <translation>分担一层的各设备也分担其归一化的 token</translation>
    </message>
    <message>
        <source>Times contain the communication within a layer, estimated</source>
        <translation>时间包含层内通信（估算值）</translation>
    </message>
    <message>
        <source>Forward: attention</source>
        <translation>前向：注意力</translation>
    </message>
    <message>
        <source>Forward: dispatch</source>
        <translation>前向：分发</translation>
    </message>
    <message>
        <source>Forward: experts</source>
        <translation>前向：专家</translation>
    </message>
    <message>
        <source>Forward: combine</source>
        <translation>前向：合并</translation>
    </message>
    <message>
        <source>Backward input: attention</source>
        <translation>输入梯度：注意力</translation>
    </message>
    <message>
        <source>Backward input: dispatch</source>
        <translation>输入梯度：分发</translation>
    </message>
    <message>
        <source>Backward input: experts</source>
        <translation>输入梯度：专家</translation>
    </message>
    <message>
        <source>Backward input: combine</source>
        <translation>输入梯度：合并</translation>
    </message>
    <message>
        <source>Backward weight: attention</source>
        <translation>权重梯度：注意力</translation>
    </message>
    <message>
        <source>Backward weight: experts</source>
        <translation>权重梯度：专家</translation>
    </message>
    <message>
        <source>Backward: attention</source>
        <translation>反向：注意力</translation>
    </message>
    <message>
        <source>Backward: dispatch</source>
        <translation>反向：分发</translation>
    </message>
    <message>
        <source>Backward: experts</source>
        <translation>反向：专家</translation>
    </message>
    <message>
        <source>Backward: combine</source>
        <translation>反向：合并</translation>
    </message>
    <message>
        <source>Vocabulary forward</source>
        <translation>词表前向</translation>
    </message>
    <message>
        <source>Vocabulary backward</source>
        <translation>词表反向</translation>
    </message>
    <message>
        <source>Sum tied embedding</source>
        <translation>共享嵌入层梯度求和</translation>
    </message>
    <message>
        <source>Clip gradients</source>
        <translation>梯度裁剪</translation>
    </message>
    <message>
        <source>parameters</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>optimizer states</source>
        <translation>优化器状态</translation>
    </message>
    <message>
        <source>buffers of communicators</source>
        <translation>通信器缓冲区</translation>
    </message>
    <message>
        <source>workspace</source>
        <translation>工作区</translation>
    </message>
    <message>
        <source>gradients</source>
        <translation>梯度</translation>
    </message>
    <message>
        <source>activations kept for W</source>
        <translation>为 W 保留的激活</translation>
    </message>
    <message>
        <source>recomputed activations</source>
        <translation>重计算的激活</translation>
    </message>
    <message>
        <source>activations of forwards</source>
        <translation>前向的激活</translation>
    </message>
    <message>
        <source>Communicators</source>
        <translation>通信器</translation>
    </message>
    <message>
        <source>Size of the buffers of a rank&apos;s communicators</source>
        <translation>一个 rank 的通信器缓冲区大小</translation>
    </message>
    <message>
        <source>Workspace</source>
        <translation>工作区</translation>
    </message>
    <message>
        <source>Size of what a rank&apos;s kernels work in</source>
        <translation>一个 rank 的内核所用工作区的大小</translation>
    </message>
    <message>
        <source>Device memory</source>
        <translation>设备内存</translation>
    </message>
    <message>
        <source>Memory of a rank&apos;s device: the limit where none is given above</source>
        <translation>rank 所在设备的内存：上面未给出上限时即为上限</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>Host memory</source>
        <translation>主机内存</translation>
    </message>
    <message>
        <source>What a rank may move to the host</source>
        <translation>一个 rank 可移到主机的大小</translation>
    </message>
    <message>
        <source>Times</source>
        <translation>时间倍数</translation>
    </message>
    <message>
        <source>By what the times of each microbatch are multiplied, one number for each: 1, 0.8, 1.2, 1</source>
        <translation>各微批次的时间所乘的倍数，每个微批次一个数：1, 0.8, 1.2, 1</translation>
    </message>
    <message>
        <source>all alike</source>
        <translation>全部相同</translation>
    </message>
    <message>
        <source>Lengths</source>
        <translation>长度</translation>
    </message>
    <message>
        <source>Length of each microbatch, as a share of the length that the costs are of, one number for each: 1, 0.5, 1.5, 1</source>
        <translation>各微批次的长度，以开销所对应的长度为 1，每个微批次一个数：1, 0.5, 1.5, 1</translation>
    </message>
    <message>
        <source>Attention share</source>
        <translation>注意力占比</translation>
    </message>
    <message>
        <source>Share of the times that grows with the square of a microbatch&apos;s length</source>
        <translation>时间中随微批次长度的平方增长的部分所占比例</translation>
    </message>
    <message>
        <source>View</source>
        <translation>视图</translation>
    </message>
    <message>
        <source>Fit</source>
        <translation>适应</translation>
    </message>
    <message>
        <source>The same rank of all schedules one under the other</source>
        <translation>各调度的同一 rank 上下相邻</translation>
    </message>
    <message>
        <source>By rank</source>
        <translation>按 rank</translation>
    </message>
    <message>
        <source>Critical path</source>
        <translation>关键路径</translation>
    </message>
    <message>
        <source>Dependencies</source>
        <translation>依赖</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>显存</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>按键</translation>
    </message>
    <message>
        <source>The timeline is drawn by a script, which is turned off. The figures are below.</source>
        <translation>时间线由脚本绘制，而脚本已被关闭。数据在下方。</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>时间线</translation>
    </message>
    <message>
        <source>Timeline. Arrow keys select actions, W and S zoom, question mark lists the keys.</source>
        <translation>时间线。方向键选择动作，W 和 S 缩放，问号列出按键。</translation>
    </message>
    <message>
        <source>Kinds of actions</source>
        <translation>动作类型</translation>
    </message>
    <message>
        <source>Selection</source>
        <translation>选择</translation>
    </message>
    <message>
        <source>Bubbles</source>
        <translation>气泡</translation>
    </message>
    <message>
        <source>Keys and mouse</source>
        <translation>按键与鼠标</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>Rank</translation>
    </message>
    <message>
        <source>peak</source>
        <translation>峰值</translation>
    </message>
    <message>
        <source>stages</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Click an action or a gap, or press the right arrow key.</source>
        <translation>单击一个动作或空隙，或按右方向键。</translation>
    </message>
    <message>
        <source>Stage</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>Microbatch</source>
        <translation>微批次</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>End</source>
        <translation>结束</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>Held at its start</source>
        <translation>开始时占用</translation>
    </message>
    <message>
        <source>Waited for</source>
        <translation>等待的动作</translation>
    </message>
    <message>
        <source>rank {rank}, ended {time}</source>
        <translation>rank {rank}，结束于 {time}</translation>
    </message>
    <message>
        <source>Needed by</source>
        <translation>需要它的动作</translation>
    </message>
    <message>
        <source>rank {rank}, starts {time}</source>
        <translation>rank {rank}，开始于 {time}</translation>
    </message>
    <message>
        <source>and {count} more</source>
        <translation>另有 {count} 个</translation>
    </message>
    <message>
        <source>at the same time</source>
        <translation>同时</translation>
    </message>
    <message>
        <source>{time} later</source>
        <translation>晚 {time}</translation>
    </message>
    <message>
        <source>{time} earlier</source>
        <translation>早 {time}</translation>
    </message>
    <message>
        <source>In the other schedules</source>
        <translation>在其他调度中</translation>
    </message>
    <message>
        <source>Length</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>When</source>
        <translation>时期</translation>
    </message>
    <message>
        <source>Cause</source>
        <translation>起因</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>rank {rank}</source>
        <translation>rank {rank}</translation>
    </message>
    <message>
        <source>Bubble on rank {rank}: {length} from {start}</source>
        <translation>rank {rank} 的气泡：{length}，始于 {start}</translation>
    </message>
    <message>
        <source>{kind}, rank {rank}</source>
        <translation>{kind}，rank {rank}</translation>
    </message>
    <message>
        <source>{start} to {end}, {length}</source>
        <translation>{start} 至 {end}，{length}</translation>
    </message>
    <message>
        <source>Click hides or shows it; Alt+click shows it alone</source>
        <translation>单击隐藏或显示；Alt+单击只显示它</translation>
    </message>
    <message>
        <source>Idle</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>Schedule</source>
        <translation>调度</translation>
    </message>
    <message>
        <source>Bubbles, the longest first ({shown} of {all})</source>
        <translation>气泡，最长的在前（{all} 个中的 {shown} 个）</translation>
    </message>
    <message>
        <source>Bubbles: {count}</source>
        <translation>气泡：{count}</translation>
    </message>
    <message>
        <source>{count} more, none longer; all can be selected in the timeline.</source>
        <translation>另有 {count} 个，都不更长；在时间线中均可选择。</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>warm-up</source>
        <translation>预热</translation>
    </message>
    <message>
        <source>steady state</source>
        <translation>稳态</translation>
    </message>
    <message>
        <source>cool-down</source>
        <translation>冷却</translation>
    </message>
    <message>
        <source>Zoom in</source>
        <translation>放大</translation>
    </message>
    <message>
        <source>Zoom out</source>
        <translation>缩小</translation>
    </message>
    <message>
        <source>Pan left, right</source>
        <translation>左右平移</translation>
    </message>
    <message>
        <source>Fit all, then all ranks</source>
        <translation>显示全部，再次则显示所有 rank</translation>
    </message>
    <message>
        <source>Zoom to the selection, then fit it</source>
        <translation>聚焦所选，再次则铺满</translation>
    </message>
    <message>
        <source>Lanes up, down</source>
        <translation>泳道向上、向下</translation>
    </message>
    <message>
        <source>View back, forward</source>
        <translation>视图后退、前进</translation>
    </message>
    <message>
        <source>Next, previous on the lane</source>
        <translation>同一泳道的下一个、上一个</translation>
    </message>
    <message>
        <source>Lane above, below</source>
        <translation>上一条、下一条泳道</translation>
    </message>
    <message>
        <source>What it waited for</source>
        <translation>它等待的动作</translation>
    </message>
    <message>
        <source>What needs it</source>
        <translation>需要它的动作</translation>
    </message>
    <message>
        <source>Next, previous bubble</source>
        <translation>下一个、上一个气泡</translation>
    </message>
    <message>
        <source>Clear</source>
        <translation>清除</translation>
    </message>
    <message>
        <source>Turn a kind on or off</source>
        <translation>显示或隐藏一类</translation>
    </message>
    <message>
        <source>Zoom at the pointer</source>
        <translation>以指针为中心缩放</translation>
    </message>
    <message>
        <source>Pan</source>
        <translation>平移</translation>
    </message>
    <message>
        <source>Scroll lanes</source>
        <translation>滚动泳道</translation>
    </message>
    <message>
        <source>Higher or lower lanes</source>
        <translation>泳道更高或更低</translation>
    </message>
    <message>
        <source>Zoom to a range</source>
        <translation>缩放到一段范围</translation>
    </message>
    <message>
        <source>Fit an action or a gap</source>
        <translation>铺满一个动作或空隙</translation>
    </message>
    <message>
        <source>Nothing is selected</source>
        <translation>没有选中任何内容</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Light theme</source>
        <translation>浅色主题</translation>
    </message>
    <message>
        <source>Dark theme</source>
        <translation>深色主题</translation>
    </message>
    <message>
        <source>The timeline cannot be shown: {problem}</source>
        <translation>无法显示时间线：{problem}</translation>
    </message>
    <message>
        <source>dependency</source>
        <translation>依赖</translation>
    </message>
    <message>
        <source>transfer</source>
        <translation>传输</translation>
    </message>
    <message>
        <source>communication</source>
        <translation>通信</translation>
    </message>
    <message>
        <source>fsdp</source>
        <translation>FSDP</translation>
    </message>
    <message>
        <source>nothing-left</source>
        <translation>已无任务</translation>
    </message>
    <message>
        <source>host</source>
        <translation>主机</translation>
    </message>
    <message>
        <source>step-phase</source>
        <translation>一步的开头或结尾</translation>
    </message>
    <message>
        <source>Ctrl+wheel, pinch</source>
        <translation>Ctrl+滚轮、双指缩放</translation>
    </message>
    <message>
        <source>Shift+wheel, middle drag, Space+drag</source>
        <translation>Shift+滚轮、中键拖动、空格+拖动</translation>
    </message>
    <message>
        <source>Wheel</source>
        <translation>滚轮</translation>
    </message>
    <message>
        <source>Ctrl+Shift+wheel</source>
        <translation>Ctrl+Shift+滚轮</translation>
    </message>
    <message>
        <source>Drag on the ruler</source>
        <translation>在标尺上拖动</translation>
    </message>
    <message>
        <source>Double-click</source>
        <translation>双击</translation>
    </message>
    <message>
        <source>activations on the host</source>
        <translation>主机上的激活</translation>
    </message>
    <message>
        <source>Slices of a sequence</source>
        <translation>序列切片数</translation>
    </message>
    <message>
        <source>How many microbatches that follow each other are slices of one sequence</source>
        <translation>相邻多少个微批次是同一序列的切片</translation>
    </message>
    <message>
        <source>E Experts of a block; A, its attention, has no bars</source>
        <translation>E 块的专家部分（带横条）；A 为注意力，不带横条</translation>
    </message>
    <message>
        <source>Communication</source>
        <translation>通信</translation>
    </message>
    <message>
        <source>FSDP</source>
        <translation>FSDP</translation>
    </message>
    <message>
        <source>Dispatch</source>
        <translation>分发</translation>
    </message>
    <message>
        <source>Combine</source>
        <translation>合并</translation>
    </message>
    <message>
        <source>Head of the step</source>
        <translation>步的开头</translation>
    </message>
    <message>
        <source>Head and tail of the step</source>
        <translation>步的开头和结尾</translation>
    </message>
    <message>
        <source>comm</source>
        <translation>通信</translation>
    </message>
    <message>
        <source>experts</source>
        <translation>专家</translation>
    </message>
    <message>
        <source>to host</source>
        <translation>至主机</translation>
    </message>
    <message>
        <source>Decoder layers before the first one with experts</source>
        <translation>第一个专家层之前的解码器层数</translation>
    </message>
    <message>
        <source>One in how many of the decoder layers behind them has experts</source>
        <translation>其后的解码器层中，每多少层有一层带专家</translation>
    </message>
    <message>
        <source>Layers of multi-token prediction</source>
        <translation>多 token 预测层数</translation>
    </message>
    <message>
        <source>from host</source>
        <translation>自主机</translation>
    </message>
    <message>
        <source>SEND and RECV between the ranks</source>
        <translation>rank 之间的 SEND 与 RECV</translation>
    </message>
    <message>
        <source>UNSHARD, RESHARD and REDUCE_GRAD of stages that are sharded</source>
        <translation>被分片阶段的 UNSHARD、RESHARD 与 REDUCE_GRAD</translation>
    </message>
    <message>
        <source>PyTorch&apos;s complete lowering: fsdp, send-recv and a wait for each send</source>
        <translation>PyTorch 的完整 Lowering：fsdp、send-recv，以及对每次发送的等待</translation>
    </message>
    <message>
        <source>back to compute actions: removes communication, FSDP actions and bubbles</source>
        <translation>还原为计算动作：移除通信、FSDP 动作与气泡</translation>
    </message>
    <message>
        <source>an I directly followed by the W of its stage and microbatch becomes B</source>
        <translation>I 之后紧跟同一阶段、同一微批次的 W 时合并为 B</translation>
    </message>
    <message>
        <source>R, a forward run again, before each I or B of the chosen stages</source>
        <translation>在所选阶段的每个 I 或 B 之前加入 R（重新运行一次前向）</translation>
    </message>
    <message>
        <source>O and L, which move activations of the chosen stages to the host and back</source>
        <translation>加入 O 与 L：把所选阶段的激活移到主机再移回</translation>
    </message>
    <message>
        <source>S and T of every rank: the output layer, split over all of them</source>
        <translation>每个 rank 的 S 与 T：把输出层拆分到所有 rank</translation>
    </message>
    <message>
        <source>attention, dispatch, experts and combine in the place of F, I, W and B</source>
        <translation>以 attention、dispatch、experts、combine 代替 F、I、W、B</translation>
    </message>
    <message>
        <source>the end of a step: REDUCE_GRAD, EMBED_GRAD, CLIP, OPTIMIZER and PARAM_GATHER</source>
        <translation>收尾：REDUCE_GRAD、EMBED_GRAD、CLIP、OPTIMIZER（优化器）与 PARAM_GATHER</translation>
    </message>
    <message>
        <source>Time of an R, or a list with one for each stage</source>
        <translation>一个 R 的时间，或每个阶段一个的列表</translation>
    </message>
    <message>
        <source>as the forward</source>
        <translation>与前向相同</translation>
    </message>
    <message>
        <source>Copy to the host</source>
        <translation>移到主机</translation>
    </message>
    <message>
        <source>Time of an O, and of an L: one way, or a list with one for each stage</source>
        <translation>一个 O 的时间，也是一个 L 的时间：单程；或每个阶段一个的列表</translation>
    </message>
    <message>
        <source>Host bandwidth</source>
        <translation>主机带宽</translation>
    </message>
    <message>
        <source>Where no time of a copy is given, an activation&apos;s size over it is one</source>
        <translation>没有给出复制时间时，以激活大小除以它作为时间</translation>
    </message>
    <message>
        <source>Copies under way</source>
        <translation>进行中的复制</translation>
    </message>
    <message>
        <source>A rank waits for its older copies to the host. 0: for each</source>
        <translation>rank 会等待较早的到主机的复制。0：等待每一个</translation>
    </message>
    <message>
        <source>any number</source>
        <translation>不限</translation>
    </message>
    <message>
        <source>Given back</source>
        <translation>归还比例</translation>
    </message>
    <message>
        <source>Share of an activation that F gives back and R makes again, or a list with one for each stage</source>
        <translation>激活中由 F 归还、由 R 重新生成的比例，或每个阶段一个的列表</translation>
    </message>
    <message>
        <source>all</source>
        <translation>全部</translation>
    </message>
</context>
<context>
    <name>CoreSentence</name>
    <message>
        <source>cannot compare more than {most} actions</source>
        <translation>无法比较超过 {most} 个动作</translation>
    </message>
    <message>
        <source>canceled</source>
        <translation>已取消</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>{text}</source>
        <translation>{text}</translation>
    </message>
    <message>
        <source>frees stage {stage}&apos;s parameters ({action})</source>
        <translation>正在释放阶段 {stage} 的参数 ({action})</translation>
    </message>
    <message>
        <source>gathers stage {stage}&apos;s parameters ({action})</source>
        <translation>正在汇集阶段 {stage} 的参数 ({action})</translation>
    </message>
    <message>
        <source>nothing left to do</source>
        <translation>已无任务</translation>
    </message>
    <message>
        <source>{reason}, {time} of it transfer</source>
        <translation>{reason}，其中传输 {time}</translation>
    </message>
    <message>
        <source>waits before {phase}</source>
        <translation>在{phase}之前等待</translation>
    </message>
    <message>
        <source>clipping gradients</source>
        <translation>梯度裁剪</translation>
    </message>
    <message>
        <source>summing the tied embedding&apos;s gradients</source>
        <translation>共享嵌入层的梯度求和</translation>
    </message>
    <message>
        <source>the end of the step</source>
        <translation>该步结束</translation>
    </message>
    <message>
        <source>gathering parameters</source>
        <translation>汇集参数</translation>
    </message>
    <message>
        <source>the head of the step</source>
        <translation>该步的开头</translation>
    </message>
    <message>
        <source>the optimizer</source>
        <translation>优化器</translation>
    </message>
    <message>
        <source>waits for {action} of rank {rank} before {phase}</source>
        <translation>在{phase}之前等待 rank {rank} 的 {action}</translation>
    </message>
    <message>
        <source>reducing gradients</source>
        <translation>梯度归约</translation>
    </message>
    <message>
        <source>waits for replica {replica} before {phase}</source>
        <translation>在{phase}之前等待副本 {replica}</translation>
    </message>
    <message>
        <source>receives {message}</source>
        <translation>正在接收 {message}</translation>
    </message>
    <message>
        <source>receives {message} from rank {rank}</source>
        <translation>正从 rank {rank} 接收 {message}</translation>
    </message>
    <message>
        <source>reduces stage {stage}&apos;s gradients ({action})</source>
        <translation>正在归约阶段 {stage} 的梯度 ({action})</translation>
    </message>
    <message>
        <source>sends {message}</source>
        <translation>正在发送 {message}</translation>
    </message>
    <message>
        <source>sends {message} to rank {rank}</source>
        <translation>正向 rank {rank} 发送 {message}</translation>
    </message>
    <message>
        <source>sends {message} to rank {rank}, which does {first} first</source>
        <translation>正向 rank {rank} 发送 {message}，而它先运行 {first}</translation>
    </message>
    <message>
        <source>transfer of {action} from rank {rank}</source>
        <translation>正从 rank {rank} 传输 {action}</translation>
    </message>
    <message>
        <source>transfer of {action}</source>
        <translation>正在传输 {action}</translation>
    </message>
    <message>
        <source>waits until rank {rank} takes {message}</source>
        <translation>等待 rank {rank} 取走 {message}</translation>
    </message>
    <message>
        <source>waits until rank {rank}, which does {first} first, takes {message}</source>
        <translation>等待 rank {rank} 先运行 {first} 之后取走 {message}</translation>
    </message>
    <message>
        <source>waits</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>waits for {action}</source>
        <translation>等待 {action}</translation>
    </message>
    <message>
        <source>waits for {action} from rank {rank}</source>
        <translation>等待 rank {rank} 的 {action}</translation>
    </message>
    <message>
        <source>waits until stage {stage}&apos;s gradients are reduced ({action})</source>
        <translation>等待阶段 {stage} 的梯度归约完成 ({action})</translation>
    </message>
    <message>
        <source>waits to receive {message} from rank {rank}</source>
        <translation>等待从 rank {rank} 接收 {message}</translation>
    </message>
    <message>
        <source>waits to send {message} to rank {rank}</source>
        <translation>等待向 rank {rank} 发送 {message}</translation>
    </message>
    <message>
        <source>waits to send {message} to rank {rank}, which does {first} first</source>
        <translation>等待向 rank {rank} 发送 {message}，而它先运行 {first}</translation>
    </message>
    <message>
        <source>{text} is another version; this program reads pipeline-calibration/1</source>
        <translation>{text} 为其他版本；本版本读取 pipeline-calibration/1</translation>
    </message>
    <message>
        <source>not a cost file, which starts with &quot;format&quot;: &quot;bubblescope-costs&quot;, nor a calibration, which starts with &quot;schema&quot;: &quot;pipeline-calibration/1&quot;</source>
        <translation>既不是开销文件（以 &quot;format&quot;: &quot;bubblescope-costs&quot; 开头），也不是标定文件（以 &quot;schema&quot;: &quot;pipeline-calibration/1&quot; 开头）</translation>
    </message>
    <message>
        <source>no times of a &quot;layer&quot;, which stages are made of</source>
        <translation>没有 &quot;layer&quot; 的时间，而阶段由它组成</translation>
    </message>
    <message>
        <source>no times: neither &quot;blocks&quot; nor &quot;stages&quot; has a time of F, I, W or B</source>
        <translation>没有时间：&quot;blocks&quot; 和 &quot;stages&quot;（阶段）都没有给出 F、I、W 或 B</translation>
    </message>
    <message>
        <source>a number &gt; 0</source>
        <translation>大于 0 的数字</translation>
    </message>
    <message>
        <source>stage {stage} is missing before it</source>
        <translation>它之前缺少阶段 {stage}</translation>
    </message>
    <message>
        <source>{value} appears twice</source>
        <translation>{value} 出现了两次</translation>
    </message>
    <message>
        <source>W is missing: give W, or B, which includes I</source>
        <translation>缺少 W：请给出 W，或包含 I 的 B</translation>
    </message>
    <message>
        <source>expected a number &gt; 0, found 0; leave it out if bytes cost nothing</source>
        <translation>应为大于 0 的数字，实际为 0；若传输字节不产生开销，请去掉它</translation>
    </message>
    <message>
        <source>expected a number &gt; 0, found 0; give &quot;bytes&quot;: 0 if bytes cost nothing</source>
        <translation>应为大于 0 的数字，实际为 0；若传输字节不产生开销，请写 &quot;bytes&quot;: 0</translation>
    </message>
    <message>
        <source>the block ends when one of its parts ends: one value must be 1</source>
        <translation>块在其中一个部分结束时结束：其中一个必须为 1</translation>
    </message>
    <message>
        <source>the {sizes} come from blocks: leave out {key}</source>
        <translation>{sizes} 由 blocks 给出：请去掉 {key}</translation>
    </message>
    <message>
        <source>the times come from blocks: leave out {key}</source>
        <translation>时间由 blocks 给出：请去掉 {key}</translation>
    </message>
    <message>
        <source>{key}: {kind} is done at {done:g} of the block&apos;s time; expected 0 to 1</source>
        <translation>{key}：{kind} 在块时间的 {done:g} 处完成，但该值必须在 0 到 1 之间</translation>
    </message>
    <message>
        <source>{key}</source>
        <translation>{key}</translation>
    </message>
    <message>
        <source>{key} needs blocks: it says how many of the blocks&apos; layers each stage has</source>
        <translation>没有 blocks 时给出了 {key}：它说明每个阶段有 blocks 中的多少层</translation>
    </message>
    <message>
        <source>a link connects two different ranks, not {rank} and {rank}</source>
        <translation>链路连接两个不同的 rank，而不是 {rank} 和 {rank}</translation>
    </message>
    <message>
        <source>the link from rank {from} to rank {to} appears twice</source>
        <translation>从 rank {from} 到 rank {to} 的链路出现了两次</translation>
    </message>
    <message>
        <source>a list of links such as {example}</source>
        <translation>链路的列表，如 {example}</translation>
    </message>
    <message>
        <source>a list of strings</source>
        <translation>文本的列表</translation>
    </message>
    <message>
        <source>made by a newer Bubblescope (cost file version {version}); this one reads versions up to {most}</source>
        <translation>由更新版本的 Bubblescope 生成（开销文件 {version}）；本版本最多读取到 {most}</translation>
    </message>
    <message>
        <source>&quot;{key}&quot; is missing: a link goes from one rank to another</source>
        <translation>缺少 &quot;{key}&quot;：链路从一个 rank 通向另一个 rank</translation>
    </message>
    <message>
        <source>&quot;format&quot; is missing: a cost file starts with &quot;format&quot;: &quot;bubblescope-costs&quot;</source>
        <translation>缺少 &quot;format&quot;：开销文件以 &quot;format&quot;: &quot;bubblescope-costs&quot; 开头</translation>
    </message>
    <message>
        <source>not a pair of kinds: expected two of F, I, W and B, such as &quot;F+B&quot;</source>
        <translation>不是类型对：应为 F、I、W、B 中的两个，如 &quot;F+B&quot;</translation>
    </message>
    <message>
        <source>not a rank: keys are numbers starting at &quot;0&quot;</source>
        <translation>不是 rank：键为从 &quot;0&quot; 开始的数字</translation>
    </message>
    <message>
        <source>{key} has no value</source>
        <translation>{key} 没有值</translation>
    </message>
    <message>
        <source>&quot;version&quot; is missing: add &quot;version&quot;: 1</source>
        <translation>缺少 &quot;version&quot;：请添加 &quot;version&quot;: 1</translation>
    </message>
    <message>
        <source>{key}: the parts are done at {first:g} and {second:g} of the block&apos;s time, but the block ends when one of them ends: one must be 1</source>
        <translation>{key}：两部分在块时间的 {first:g} 和 {second:g} 处完成，但块在其中一个结束时结束：其中一个必须为 1</translation>
    </message>
    <message>
        <source>{what} is {value:g}; expected a finite number of at least 0</source>
        <translation>{what} 为 {value:g}，但必须是不小于 0 的有限数</translation>
    </message>
    <message>
        <source>{what} is {value:g}; expected a whole number</source>
        <translation>{what} 为 {value:g}，但必须为整数</translation>
    </message>
    <message>
        <source>a number from 0 to 1</source>
        <translation>0 到 1 的数字</translation>
    </message>
    <message>
        <source>a number &gt;= 0, or a list with one for each stage</source>
        <translation>不小于 0 的数字，或每个阶段一个数字的列表</translation>
    </message>
    <message>
        <source>a number &gt;= 0, or a list with one for each rank</source>
        <translation>不小于 0 的数字，或每个 rank 一个数字的列表</translation>
    </message>
    <message>
        <source>an object of ranks such as {example}</source>
        <translation>以 rank 为键的对象，如 {example}</translation>
    </message>
    <message>
        <source>blocks {block} {field}</source>
        <translation>blocks {block} {field}</translation>
    </message>
    <message>
        <source>{key} from rank {from} to rank {to}</source>
        <translation>从 rank {from} 到 rank {to} 的 {key}</translation>
    </message>
    <message>
        <source>{key} of rank {rank}</source>
        <translation>rank {rank} 的 {key}</translation>
    </message>
    <message>
        <source>{key} of stage {stage}</source>
        <translation>阶段 {stage} 的 {key}</translation>
    </message>
    <message>
        <source>{first} or {last}</source>
        <translation>{first} 或 {last}</translation>
    </message>
    <message>
        <source>{path} has {values} entries, but the schedule has {stages} stages: give one for each stage</source>
        <translation>{path} 有 {values} 项，但调度有 {stages} 个阶段：请为每个阶段给出一项</translation>
    </message>
    <message>
        <source>{key} has {values} values, but the schedule has {ranks} ranks: give one value for all or one for each rank</source>
        <translation>{key} 有 {values} 个值，但调度有 {ranks} 个 rank：请给出一个共用的值，或每个 rank 一个值</translation>
    </message>
    <message>
        <source>{key} has {values} values, but the schedule has {stages} stages: give one value for all or one for each stage</source>
        <translation>{key} 有 {values} 个值，但调度有 {stages} 个阶段：请给出一个共用的值，或每个阶段一个值</translation>
    </message>
    <message>
        <source>&quot;sum&quot;, &quot;max&quot; or an object of pairs such as {example}</source>
        <translation>&quot;sum&quot;、&quot;max&quot; 或类型对的对象，如 {example}</translation>
    </message>
    <message>
        <source>p2p link from rank {from} to rank {to}: a link connects two different ranks</source>
        <translation>从 rank {from} 到 rank {to} 的 p2p 链路：链路连接两个不同的 rank</translation>
    </message>
    <message>
        <source>p2p link from rank {from} to rank {to} appears twice</source>
        <translation>从 rank {from} 到 rank {to} 的 p2p 链路出现了两次</translation>
    </message>
    <message>
        <source>given together with &quot;time&quot;: give only one of them</source>
        <translation>与 &quot;time&quot; 同时出现：请只给出其中一个</translation>
    </message>
    <message>
        <source>&quot;time&quot; or &quot;share&quot; is missing</source>
        <translation>缺少 &quot;time&quot; 或 &quot;share&quot;</translation>
    </message>
    <message>
        <source>two numbers from 0 to 1: when the first and the second part are done</source>
        <translation>0 到 1 的两个数字：第一部分和第二部分完成的时刻</translation>
    </message>
    <message>
        <source>unknown profile &apos;{name}&apos;; the profiles are {first}, {second} and {third}</source>
        <translation>未知的 profile &apos;{name}&apos;（不是性能数据）：请使用 {first}、{second} 或 {third}</translation>
    </message>
    <message>
        <source>a whole number &gt;= 0, or a list with one for each stage</source>
        <translation>不小于 0 的整数，或每个阶段一个整数的列表</translation>
    </message>
    <message>
        <source>given without blocks: it says how many of the blocks&apos; layers each stage has</source>
        <translation>没有 blocks 时给出：它说明每个阶段有 blocks 中的多少层</translation>
    </message>
    <message>
        <source>{text} after {action} is ignored</source>
        <translation>{action} 之后的 {text} 被忽略</translation>
    </message>
    <message>
        <source>the file is {kind}; expected a schedule CSV, which is text</source>
        <translation>文件是{kind}：调度 CSV 应为文本</translation>
    </message>
    <message>
        <source>there is a blank before the quote; PyTorch rejects such a cell</source>
        <translation>引号前有空格：PyTorch 拒绝这样的单元格</translation>
    </message>
    <message>
        <source>blanks around {text} are ignored</source>
        <translation>{text} 两侧的空格被忽略</translation>
    </message>
    <message>
        <source>blanks around or within {text} are ignored</source>
        <translation>{text} 两侧或其中的空格被忽略</translation>
    </message>
    <message>
        <source>the byte 0x{byte:02X} is not valid UTF-8: save the file as UTF-8</source>
        <translation>字节 0x{byte:02X} 不是 UTF-8 文本：请将文件另存为 UTF-8</translation>
    </message>
    <message>
        <source>{kind} cannot be overlapped: the parts must be F, I, W or B</source>
        <translation>{kind} 不能重叠：各部分只能是 F、I、W 或 B</translation>
    </message>
    <message>
        <source>cells are separated by commas</source>
        <translation>单元格以逗号分隔</translation>
    </message>
    <message>
        <source>the control character 0x{byte:02X} is not allowed in a schedule CSV</source>
        <translation>调度 CSV 中不能有控制字符 0x{byte:02X}</translation>
    </message>
    <message>
        <source>binary data</source>
        <translation>二进制数据</translation>
    </message>
    <message>
        <source>an empty part of {text} is ignored</source>
        <translation>{text} 中的空部分被忽略</translation>
    </message>
    <message>
        <source>expected a microbatch number</source>
        <translation>此处应为微批次编号</translation>
    </message>
    <message>
        <source>expected )OVERLAP_F_B at the end of the cell</source>
        <translation>单元格末尾应为 )OVERLAP_F_B</translation>
    </message>
    <message>
        <source>expected a closing quote</source>
        <translation>此处应有第二个引号</translation>
    </message>
    <message>
        <source>expected a stage number</source>
        <translation>此处应为阶段编号</translation>
    </message>
    <message>
        <source>expected a type</source>
        <translation>此处应为类型</translation>
    </message>
    <message>
        <source>the file is empty: a schedule has a row for each rank</source>
        <translation>文件为空：调度中每个 rank 占一行</translation>
    </message>
    <message>
        <source>the file is UTF-16 text: save it as UTF-8</source>
        <translation>文件为 UTF-16 文本：请另存为 UTF-8</translation>
    </message>
    <message>
        <source>a JPEG image</source>
        <translation>JPEG 图片</translation>
    </message>
    <message>
        <source>leading zeros in {text} are ignored: it is read as {action}</source>
        <translation>{text} 的前导零被忽略：读作 {action}</translation>
    </message>
    <message>
        <source>the microbatch {number} after {action} is ignored</source>
        <translation>{action} 之后的微批次 {number} 被忽略</translation>
    </message>
    <message>
        <source>the microbatch of {text} is too large: at most {most}</source>
        <translation>{text} 的微批次编号过大：至多 {most}</translation>
    </message>
    <message>
        <source>{text} is not an action: expected a microbatch after {kind}, such as {action}</source>
        <translation>{text} 不是动作：{kind} 之后应为微批次，如 {action}</translation>
    </message>
    <message>
        <source>{text} is not an action: expected {types} after the stage</source>
        <translation>{text} 不是动作：阶段之后应为 {types}</translation>
    </message>
    <message>
        <source>{text} is not an action: it must start with the number of its stage, such as 0F0</source>
        <translation>{text} 不是动作：应以阶段编号开头，如 0F0</translation>
    </message>
    <message>
        <source>{text} is not an action: remove the blank between stage and type</source>
        <translation>{text} 不是动作：阶段与类型之间没有空格</translation>
    </message>
    <message>
        <source>{text} is not an action: stages count from 0</source>
        <translation>{text} 不是动作：阶段从 0 开始编号</translation>
    </message>
    <message>
        <source>{text} is not a cell: its parenthesis is not closed</source>
        <translation>{text} 不是单元格：括号没有闭合</translation>
    </message>
    <message>
        <source>{text} has no type: expected OVERLAP_F_B or OVERLAP_B_F after &apos;)&apos;</source>
        <translation>{text} 没有类型：&apos;)&apos; 之后应为 OVERLAP_F_B 或 OVERLAP_B_F</translation>
    </message>
    <message>
        <source>{text} is not a type of overlapped cell: expected OVERLAP_F_B or OVERLAP_B_F after &apos;)&apos;</source>
        <translation>{text} 不是重叠单元格的类型：&apos;)&apos; 之后应为 OVERLAP_F_B 或 OVERLAP_B_F</translation>
    </message>
    <message>
        <source>an overlapped cell cannot contain another</source>
        <translation>重叠单元格不能位于另一个之内</translation>
    </message>
    <message>
        <source>{text} overlaps nothing: put its parts inside the parentheses, such as (0F1;3B0)OVERLAP_F_B</source>
        <translation>{text} 没有重叠任何内容：各部分应写在括号内，如 (0F1;3B0)OVERLAP_F_B</translation>
    </message>
    <message>
        <source>a PDF</source>
        <translation>PDF</translation>
    </message>
    <message>
        <source>a PNG image</source>
        <translation>PNG 图片</translation>
    </message>
    <message>
        <source>a program</source>
        <translation>程序</translation>
    </message>
    <message>
        <source>the quoted cell is not closed on its line</source>
        <translation>带引号的单元格没有在本行内闭合</translation>
    </message>
    <message>
        <source>reading {source} was canceled</source>
        <translation>已取消读取 {source}</translation>
    </message>
    <message>
        <source>{warning} ({count} times in this file)</source>
        <translation>{warning}（本文件中 {count} 次）</translation>
    </message>
    <message>
        <source>the stage of {text} is too large: at most {most}</source>
        <translation>{text} 的阶段编号过大：至多 {most}</translation>
    </message>
    <message>
        <source>write {text}</source>
        <translation>应写为 {text}</translation>
    </message>
    <message>
        <source>a ZIP archive, such as a spreadsheet</source>
        <translation>ZIP 归档（电子表格也是）</translation>
    </message>
    <message>
        <source>a cell such as &quot;0F0&quot;</source>
        <translation>单元格，如 &quot;0F0&quot;</translation>
    </message>
    <message>
        <source>expected either &quot;time&quot; or both &quot;from&quot; and &quot;to&quot;</source>
        <translation>应为 &quot;time&quot;，或同时给出 &quot;from&quot; 和 &quot;to&quot;</translation>
    </message>
    <message>
        <source>expected at most {most} bytes, found {found}</source>
        <translation>应不超过 {most} 字节，实际为 {found}</translation>
    </message>
    <message>
        <source>expected at most {most} characters, found {found}</source>
        <translation>应不超过 {most} 个字符，实际为 {found}</translation>
    </message>
    <message>
        <source>expected at most {most} notes, found {found}</source>
        <translation>应不超过 {most} 条注释，实际为 {found}</translation>
    </message>
    <message>
        <source>expected at most {most} patterns, found {found}</source>
        <translation>应不超过 {most} 个模式，实际为 {found}</translation>
    </message>
    <message>
        <source>expected an object with either &quot;request&quot; or &quot;order&quot;</source>
        <translation>应为含有 &quot;request&quot; 或 &quot;order&quot; 之一的对象</translation>
    </message>
    <message>
        <source>expected one line without control characters</source>
        <translation>应为不含控制字符的一行</translation>
    </message>
    <message>
        <source>expected one nonempty line without control characters</source>
        <translation>应为不含控制字符且非空的一行</translation>
    </message>
    <message>
        <source>expected a string that is not blank</source>
        <translation>应为非空白的文本</translation>
    </message>
    <message>
        <source>&quot;from&quot; must be less than &quot;to&quot;</source>
        <translation>&quot;from&quot; 必须小于 &quot;to&quot;</translation>
    </message>
    <message>
        <source>&quot;from&quot; must be less than &quot;to&quot;; for a single moment use &quot;time&quot;</source>
        <translation>&quot;from&quot; 必须小于 &quot;to&quot;；时刻应使用 &quot;time&quot;</translation>
    </message>
    <message>
        <source>a list of notes</source>
        <translation>注释的列表</translation>
    </message>
    <message>
        <source>a list of passes</source>
        <translation>pass 的列表</translation>
    </message>
    <message>
        <source>a list of ranks</source>
        <translation>rank 的列表</translation>
    </message>
    <message>
        <source>a list of regular expressions</source>
        <translation>正则表达式的列表</translation>
    </message>
    <message>
        <source>a list with one row for each rank</source>
        <translation>每个 rank 占一行的列表</translation>
    </message>
    <message>
        <source>made by a newer Bubblescope (format {version}); this one reads formats up to {most}: open it with the newer one</source>
        <translation>由更新版本的 Bubblescope 生成（格式 {version}）；本版本最多读取到 {most}：请用较新的版本打开</translation>
    </message>
    <message>
        <source>not a Bubblescope document: it must start with &quot;bubblescopeFormat&quot;: 1</source>
        <translation>这不是 Bubblescope 文档：文档以 &quot;bubblescopeFormat&quot;: 1 开头</translation>
    </message>
    <message>
        <source>a row must not contain a line break</source>
        <translation>行内不能有换行</translation>
    </message>
    <message>
        <source>a note such as {example}</source>
        <translation>注释，如 {example}</translation>
    </message>
    <message>
        <source>rank {rank}, cell {cell}: {problem}</source>
        <translation>rank {rank}，单元格 {cell}：{problem}</translation>
    </message>
    <message>
        <source>rank {rank} appears twice in this list</source>
        <translation>rank {rank} 在此列表中出现了两次</translation>
    </message>
    <message>
        <source>&quot;request&quot; is missing</source>
        <translation>缺少 &quot;request&quot;</translation>
    </message>
    <message>
        <source>a row such as &quot;0F0,0B0&quot; or [&quot;0F0&quot;, &quot;0B0&quot;]</source>
        <translation>一行，如 &quot;0F0,0B0&quot; 或 [&quot;0F0&quot;, &quot;0B0&quot;]</translation>
    </message>
    <message>
        <source>&quot;source&quot; is missing: it contains a &quot;request&quot; or an &quot;order&quot;</source>
        <translation>缺少 &quot;source&quot;：其中含有 &quot;request&quot; 或 &quot;order&quot;</translation>
    </message>
    <message>
        <source>&quot;text&quot; is missing</source>
        <translation>缺少 &quot;text&quot;</translation>
    </message>
    <message>
        <source>a string, a number, true or false</source>
        <translation>文本、数字、true 或 false</translation>
    </message>
    <message>
        <source>another process is writing {path}: wait for it to finish, or choose another name</source>
        <translation>{path} 正由另一个进程写入：请等待，或换一个名称</translation>
    </message>
    <message>
        <source>cannot read {path}: {why}</source>
        <translation>无法读取 {path}：{why}</translation>
    </message>
    <message>
        <source>cannot write {path}: {why}</source>
        <translation>无法写入 {path}：{why}</translation>
    </message>
    <message>
        <source>the file name is empty</source>
        <translation>文件需要名称</translation>
    </message>
    <message>
        <source>it is a folder</source>
        <translation>它是文件夹</translation>
    </message>
    <message>
        <source>its folder does not exist</source>
        <translation>它指向不存在的文件夹</translation>
    </message>
    <message>
        <source>cannot create a file in its folder: {why}</source>
        <translation>无法在其文件夹中创建文件：{why}</translation>
    </message>
    <message>
        <source>it is not a regular file</source>
        <translation>它不是普通文件</translation>
    </message>
    <message>
        <source>it is being replaced repeatedly</source>
        <translation>它不断被替换</translation>
    </message>
    <message>
        <source>{system}</source>
        <translation>{system}</translation>
    </message>
    <message>
        <source>it is larger than {most} bytes</source>
        <translation>它大于 {most} 字节</translation>
    </message>
    <message>
        <source>the costs are for {stages} stages, but the schedule has {wanted}: they can be split or joined evenly only for a multiple or a divisor of {stages2}</source>
        <translation>开销对应 {stages} 个阶段，但调度有 {wanted} 个：只有阶段数为 {stages2} 的倍数或约数时才能均匀拆分或合并</translation>
    </message>
    <message>
        <source>{why}; give a schedule to compare it with, e.g. 1f1b</source>
        <translation>{why}；请给出用于对照的调度，如 1f1b</translation>
    </message>
    <message>
        <source>rank {rank} is above the {most} ranks that can be compared</source>
        <translation>rank {rank} 超出可比较的 {most} 个 rank</translation>
    </message>
    <message>
        <source>stopped while searching for the schedule</source>
        <translation>查找调度时已停止</translation>
    </message>
    <message>
        <source>the order of the trace cannot be simulated: {problem}</source>
        <translation>无法模拟轨迹中的顺序：{problem}</translation>
    </message>
    <message>
        <source>the trace has no pipeline actions, so there is nothing to compare</source>
        <translation>轨迹中没有流水线动作，因此没有可比较的内容</translation>
    </message>
    <message>
        <source>an even number</source>
        <translation>偶数</translation>
    </message>
    <message>
        <source>an even number: two for each wave</source>
        <translation>偶数，每个波次两个</translation>
    </message>
    <message>
        <source>exactly 1 with variant=pp-schedule-visualization</source>
        <translation>variant=pp-schedule-visualization 时恰好为 1</translation>
    </message>
    <message>
        <source>exactly {stages} with placement {placement}</source>
        <translation>放置方式为 {placement} 时恰好 {stages}</translation>
    </message>
    <message>
        <source>{name} finds no order for these costs</source>
        <translation>{name} 找不到适合这些开销的顺序</translation>
    </message>
    <message>
        <source>generation was stopped</source>
        <translation>已停止生成</translation>
    </message>
    <message>
        <source>{key} is given twice</source>
        <translation>{key} 给出了两次</translation>
    </message>
    <message>
        <source>at least {least}; otherwise its ranks wait for each other</source>
        <translation>至少 {least}，否则各 rank 会互相等待</translation>
    </message>
    <message>
        <source>at least {least} (the first rank&apos;s warm-up is {warm_up} forwards)</source>
        <translation>至少 {least}（第一个 rank 的预热为 {warm_up} 次前向）</translation>
    </message>
    <message>
        <source>at least as many as ranks ({least})</source>
        <translation>不少于 rank 数（{least}）</translation>
    </message>
    <message>
        <source>at least {least} with {ranks} ranks and {microbatches} microbatches</source>
        <translation>{ranks} 个 rank 和 {microbatches} 个微批次时至少 {least}</translation>
    </message>
    <message>
        <source>at least twice the ranks ({least})</source>
        <translation>至少为 rank 数的两倍（{least}）</translation>
    </message>
    <message>
        <source>at least twice the ranks minus two ({least})</source>
        <translation>至少为 rank 数的两倍减二（{least}）</translation>
    </message>
    <message>
        <source>at least twice the ranks minus one ({least})</source>
        <translation>至少为 rank 数的两倍减一（{least}）</translation>
    </message>
    <message>
        <source>at least twice the ranks, or twice the microbatches if there are fewer of them ({least})</source>
        <translation>至少为 rank 数的两倍，微批次更少时为微批次数的两倍（{least}）</translation>
    </message>
    <message>
        <source>; did you mean {nearest}?</source>
        <translation>；是否指 {nearest}？</translation>
    </message>
    <message>
        <source>at most {most}: cannot compare more building blocks</source>
        <translation>至多 {most}：无法比较更多的构件</translation>
    </message>
    <message>
        <source>at most {most}: its work grows with the cube of the ranks</source>
        <translation>至多 {most}：计算量随 rank 数的立方增长</translation>
    </message>
    <message>
        <source>a multiple of the group size ({group}){or_one}{or_more}; otherwise its ranks wait for each other</source>
        <translation>组大小（{group}）的倍数{or_one}{or_more}，否则各 rank 会互相等待</translation>
    </message>
    <message>
        <source>a multiple of the number of rounds ({microbatches} div {ranks} ranks = {count})</source>
        <translation>轮数的倍数（{microbatches} 整除 {ranks} 个 rank = {count}）</translation>
    </message>
    <message>
        <source>&apos;{item}&apos; is not a parameter: write {name}:KEY=VALUE,KEY=VALUE</source>
        <translation>&apos;{item}&apos; 不是参数：请写 {name}:KEY=VALUE,KEY=VALUE</translation>
    </message>
    <message>
        <source>not enough memory for the {count} actions of this schedule</source>
        <translation>内存不足以容纳此调度的 {count} 个动作</translation>
    </message>
    <message>
        <source>could not start a thread: {why}</source>
        <translation>无法启动线程：{why}</translation>
    </message>
    <message>
        <source>{key} has no value: write {key}={default}</source>
        <translation>{key} 没有值：请写 {key}={default}</translation>
    </message>
    <message>
        <source>{key} is &apos;{text}&apos;; expected a whole number, such as {key}=4</source>
        <translation>{key} 为 &apos;{text}&apos;，但应为整数，如 {key}=4</translation>
    </message>
    <message>
        <source> or at least {least} more</source>
        <translation> 或至少再多 {least}</translation>
    </message>
    <message>
        <source> or one more</source>
        <translation> 或再多一</translation>
    </message>
    <message>
        <source>{name} with its bubbles would have {count} cells; at most {most} can be built</source>
        <translation>{name} 连同其气泡将有 {count} 个单元格，超过可生成的 {most} 个</translation>
    </message>
    <message>
        <source>unknown parameter &apos;{key}&apos;: {name} takes {keys}{meant}</source>
        <translation>未知参数 &apos;{key}&apos;：{name} 接受 {keys}{meant}</translation>
    </message>
    <message>
        <source>v-adaptive found no building block with at most {limit} activations for {ranks} ranks and {microbatches} microbatches</source>
        <translation>对于 {ranks} 个 rank 和 {microbatches} 个微批次，v-adaptive 没有找到不超过 {limit} 个激活的构件</translation>
    </message>
    <message>
        <source>{key} is {text}, which is out of range</source>
        <translation>{key} 为 {text}，远超范围</translation>
    </message>
    <message>
        <source>{name} is {kind}; expected {expected}{remark}</source>
        <translation>{name} 为{kind}，应为{expected}{remark}</translation>
    </message>
    <message>
        <source>; to read traces, use File &gt; Open profiles or &apos;bubblescope-cli trace&apos;</source>
        <translation>；轨迹请用“文件 &gt; 打开性能数据”或 &apos;bubblescope-cli trace&apos; 读取</translation>
    </message>
    <message>
        <source>a list</source>
        <translation>列表</translation>
    </message>
    <message>
        <source>an empty list</source>
        <translation>空列表</translation>
    </message>
    <message>
        <source>{path}: {problem}</source>
        <translation>{path}：{problem}</translation>
    </message>
    <message>
        <source>invalid JSON: {why}</source>
        <translation>JSON 有误：{why}</translation>
    </message>
    <message>
        <source>expected {what}, found {value}</source>
        <translation>应为 {what}，实际为 {value}</translation>
    </message>
    <message>
        <source>the key {key} appears twice in one object</source>
        <translation>键 {key} 在同一对象中出现了两次</translation>
    </message>
    <message>
        <source>a {type} of {size} bytes</source>
        <translation>{size} 字节的 {type}</translation>
    </message>
    <message>
        <source>&quot;{key}&quot; is missing</source>
        <translation>缺少 &quot;{key}&quot;</translation>
    </message>
    <message>
        <source>nested deeper than {most} levels</source>
        <translation>嵌套超过 {most} 层</translation>
    </message>
    <message>
        <source>not enough memory for this file</source>
        <translation>内存不足以容纳此文件</translation>
    </message>
    <message>
        <source>a number</source>
        <translation>数字</translation>
    </message>
    <message>
        <source>a number &gt;= 0</source>
        <translation>不小于 0 的数字</translation>
    </message>
    <message>
        <source>invalid JSON: the number is too large</source>
        <translation>JSON 有误：数字过大</translation>
    </message>
    <message>
        <source>an object</source>
        <translation>对象</translation>
    </message>
    <message>
        <source>{type}</source>
        <translation>{type}</translation>
    </message>
    <message>
        <source>true or false</source>
        <translation>true 或 false</translation>
    </message>
    <message>
        <source>a string</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>unknown key; did you mean &apos;{nearest}&apos;?</source>
        <translation>未知的键；是否指 &apos;{nearest}&apos;？</translation>
    </message>
    <message>
        <source>unknown key; the known keys are {known}</source>
        <translation>未知的键；已知的有 {known}</translation>
    </message>
    <message>
        <source>a whole number</source>
        <translation>整数</translation>
    </message>
    <message>
        <source>a whole number from {least} to {most}</source>
        <translation>{least} 到 {most} 的整数</translation>
    </message>
    <message>
        <source>a whole number &gt;= 0</source>
        <translation>不小于 0 的整数</translation>
    </message>
    <message>
        <source>rank {rank} cell {cell}: {problem}</source>
        <translation>rank {rank} 单元格 {cell}：{problem}</translation>
    </message>
    <message>
        <source>only compute actions</source>
        <translation>只有计算动作</translation>
    </message>
    <message>
        <source>expected KEY=VALUE after &apos;{pass}:&apos;; {known}</source>
        <translation>&apos;{pass}:&apos; 之后应为 KEY=VALUE；{known}</translation>
    </message>
    <message>
        <source>{key} is {value}, but fsdp takes it only with style=torch</source>
        <translation>{key} 为 {value}，但 fsdp 只在 style=torch 时接受它</translation>
    </message>
    <message>
        <source>the lowered order would have more than {most} cells</source>
        <translation>Lowering 后的顺序将超过 {most} 个单元格</translation>
    </message>
    <message>
        <source>lowering was stopped</source>
        <translation>已停止 Lowering</translation>
    </message>
    <message>
        <source>{action} produces the input of {other}, which no rank runs</source>
        <translation>{action} 产生 {other} 所需的内容，但没有 rank 运行后者</translation>
    </message>
    <message>
        <source> (did you mean {nearest}?)</source>
        <translation> (是否指 {nearest}？)</translation>
    </message>
    <message>
        <source>rank {rank} must start {send} while {other} is in progress, but max_outstanding_sends is {most}</source>
        <translation>rank {rank} 必须在 {other} 进行时开始 {send}，但 max_outstanding_sends 为 {most}</translation>
    </message>
    <message>
        <source>rank {rank} must start {send} while {others} are in progress, but max_outstanding_sends is {most}</source>
        <translation>rank {rank} 必须在 {others} 进行时开始 {send}，但 max_outstanding_sends 为 {most}</translation>
    </message>
    <message>
        <source>{action} needs an earlier {other} on its rank</source>
        <translation>{action} 需要同一 rank 上先有 {other}</translation>
    </message>
    <message>
        <source>an order without communication</source>
        <translation>不含通信的顺序</translation>
    </message>
    <message>
        <source>an order without FSDP actions</source>
        <translation>不含 FSDP 动作的顺序</translation>
    </message>
    <message>
        <source>unknown pass {name}{meant}; the passes are {names}</source>
        <translation>没有 pass {name}{meant}；请使用 {names} 之一</translation>
    </message>
    <message>
        <source>{key} has no value: write {key}={default}; {pass} takes {values}</source>
        <translation>{key} 没有值：请写 {key}={default}；{pass} 接受 {values}</translation>
    </message>
    <message>
        <source>not enough memory to lower {count} actions</source>
        <translation>内存不足以对 {count} 个动作做 Lowering</translation>
    </message>
    <message>
        <source>the order has no {action}</source>
        <translation>顺序中缺少 {action}</translation>
    </message>
    <message>
        <source>pass {pass} has no setting {key}{meant}; {known}</source>
        <translation>pass {pass} 没有设置 {key}{meant}；{known}</translation>
    </message>
    <message>
        <source>pass {pass} takes no settings; found {text}</source>
        <translation>pass {pass} 不接受设置，但给出了 {text}</translation>
    </message>
    <message>
        <source>rank {rank} sends {send}, but max_outstanding_sends is 0</source>
        <translation>rank {rank} 发送 {send}，但 max_outstanding_sends 为 0</translation>
    </message>
    <message>
        <source>the order has {action}, but {pass} needs {allowed} (the pass strip produces that)</source>
        <translation>此处为 {action}，但 {pass} 需要{allowed}（pass strip 可以得到）</translation>
    </message>
    <message>
        <source>the order has {action}, but rank {rank} also runs {other} of that stage</source>
        <translation>此处为 {action}，但 rank {rank} 也运行该阶段的 {other}</translation>
    </message>
    <message>
        <source>{key} is {value}; {pass} takes {values}</source>
        <translation>{key} 为 {value}，但 {pass} 只接受：{values}</translation>
    </message>
    <message>
        <source>unshard_lookahead is &apos;{text}&apos;, but it needs {need}</source>
        <translation>unshard_lookahead 为 &apos;{text}&apos;，但应为 {need}</translation>
    </message>
    <message>
        <source>{cell} uses {stages} stages at once, but max_active_stages is {most}</source>
        <translation>{cell} 同时使用 {stages} 个阶段，但 max_active_stages 为 {most}</translation>
    </message>
    <message>
        <source>the waits for sends form a cycle: the order cannot run</source>
        <translation>对发送的等待形成了环：顺序无法运行</translation>
    </message>
    <message>
        <source>unknown placement &apos;{name}&apos;; the placements are loop, v, block and mirror</source>
        <translation>未知的放置方式 &apos;{name}&apos;：请使用 loop、v、block 或 mirror</translation>
    </message>
    <message>
        <source> ({placement}: with variant={variant})</source>
        <translation> ({placement}：在 variant={variant} 时)</translation>
    </message>
    <message>
        <source>{problem}; nearest that work: {nearest}</source>
        <translation>{problem}；最接近的可用值：{nearest}</translation>
    </message>
    <message>
        <source>{parameter} is {found}, but {schedule} needs {need}</source>
        <translation>{parameter} 为 {found}，但 {schedule} 要求：{need}</translation>
    </message>
    <message>
        <source>{parameter} is {found}, but {schedule} needs at least {bound}</source>
        <translation>{parameter} 为 {found}，但 {schedule} 要求：至少 {bound}</translation>
    </message>
    <message>
        <source>{parameter} is {found}, but {schedule} needs exactly {bound}</source>
        <translation>{parameter} 为 {found}，但 {schedule} 要求：恰好 {bound}</translation>
    </message>
    <message>
        <source>{parameter} is {found}, but {schedule} needs at least {needed} with these costs</source>
        <translation>{parameter} 为 {found}，但在这些开销下 {schedule} 至少需要 {needed}</translation>
    </message>
    <message>
        <source>{parameter} is &apos;{found}&apos;; expected one of {choices}</source>
        <translation>{parameter} 为 &apos;{found}&apos;，但只能是 {choices} 之一</translation>
    </message>
    <message>
        <source>{parameter} is &apos;{found}&apos;; expected a number</source>
        <translation>{parameter} 为 &apos;{found}&apos;，但应为数字</translation>
    </message>
    <message>
        <source>{parameter} is &apos;{found}&apos;; expected a number or {word}</source>
        <translation>{parameter} 为 &apos;{found}&apos;，但应为数字或 {word}</translation>
    </message>
    <message>
        <source>{parameter} is &apos;{found}&apos;; expected true or false</source>
        <translation>{parameter} 为 &apos;{found}&apos;，但只能是 true 或 false</translation>
    </message>
    <message>
        <source>{parameter} is &apos;{found}&apos;; expected a whole number</source>
        <translation>{parameter} 为 &apos;{found}&apos;，但应为整数</translation>
    </message>
    <message>
        <source>{parameter} is &apos;{found}&apos;; expected a whole number or {word}</source>
        <translation>{parameter} 为 &apos;{found}&apos;，但应为整数或 {word}</translation>
    </message>
    <message>
        <source>{known}{elsewhere}</source>
        <translation>{known}{elsewhere}</translation>
    </message>
    <message>
        <source>{actions} actions; at most {most} can be built</source>
        <translation>{actions} 个动作，超过可生成的 {most} 个</translation>
    </message>
    <message>
        <source>{stages} stages; at most {most} can be numbered</source>
        <translation>{stages} 个阶段，超过可编号的 {most} 个</translation>
    </message>
    <message>
        <source>{parameter} is {found}, but {schedule} takes at most {bound}</source>
        <translation>{parameter} 为 {found}，但 {schedule} 只接受：至多 {bound}</translation>
    </message>
    <message>
        <source>{parameter} is {found}, but {schedule} takes it {rule}</source>
        <translation>{parameter} 为 {found}，但 {schedule} 对它的要求为：{rule}</translation>
    </message>
    <message>
        <source>unknown option &apos;{found}&apos;: {schedule} has {known}</source>
        <translation>未知选项 &apos;{found}&apos;：{schedule} 有 {known}</translation>
    </message>
    <message>
        <source>unknown schedule &apos;{found}&apos;; the schedules are {known}</source>
        <translation>未知调度 &apos;{found}&apos;：可用的有 {known}</translation>
    </message>
    <message>
        <source>unknown variant &apos;{found}&apos;: {schedule} has {known}</source>
        <translation>未知变体 &apos;{found}&apos;：{schedule} 有 {known}</translation>
    </message>
    <message>
        <source>{parameter} is {found}, but {schedule} would have {size}</source>
        <translation>{parameter} 为 {found}，但 {schedule} 将有 {size}</translation>
    </message>
    <message>
        <source>this calibration has no measured ceilings: only one with provenance &quot;measured&quot; can replace a datasheet</source>
        <translation>此标定文件没有实测上限：只有 provenance 为 &quot;measured&quot; 的才能代替数据手册</translation>
    </message>
    <message>
        <source>a calibration without a device</source>
        <translation>没有设备信息的标定文件</translation>
    </message>
    <message>
        <source>&quot;{name}&quot; cannot be recomputed: expected none, attention or full</source>
        <translation>&quot;{name}&quot; 不能重计算：应为 none、attention 或 full</translation>
    </message>
    <message>
        <source>the device needs &quot;{key}&quot;</source>
        <translation>设备缺少 &quot;{key}&quot;</translation>
    </message>
    <message>
        <source>the device needs &quot;name&quot;</source>
        <translation>设备缺少 &quot;name&quot;</translation>
    </message>
    <message>
        <source>the device needs &quot;sm_count&quot;</source>
        <translation>设备缺少 &quot;sm_count&quot;</translation>
    </message>
    <message>
        <source>the efficiency of {name} is {share}; expected more than 0, at most 1</source>
        <translation>{name} 的效率为 {share}，应大于 0 且不超过 1</translation>
    </message>
    <message>
        <source>expected more than 0 and less than 10^9</source>
        <translation>应大于 0 且小于 10^9</translation>
    </message>
    <message>
        <source>the factor of attention&apos;s backward is {factor}; expected at least 1</source>
        <translation>注意力反向的系数为 {factor}，应至少为 1</translation>
    </message>
    <message>
        <source>{key} is {found}; expected fp32 or bf16</source>
        <translation>{key} 为 {found}：应为 fp32 或 bf16</translation>
    </message>
    <message>
        <source>{key} ({heads}) is not a multiple of kv_heads ({kv_heads}): each group of heads shares one</source>
        <translation>{key}（{heads}）不是 kv_heads（{kv_heads}）的倍数：每组注意力头共用一个</translation>
    </message>
    <message>
        <source>a latency is {time} us; expected 0 or more</source>
        <translation>延迟为 {time} us，应不小于 0</translation>
    </message>
    <message>
        <source>{key} is missing: give one number for all stages, or one for each stage</source>
        <translation>缺少 {key}：所有阶段共用一个数字，或每个阶段一个</translation>
    </message>
    <message>
        <source>layers &quot;{text}&quot;: &quot;{part}&quot; is not a number of layers; expected 4, or 4,4,4,3 with a number for each stage</source>
        <translation>层数 &quot;{text}&quot;：&quot;{part}&quot; 不是层数；应为 4，或为每个阶段给出，如 4,4,4,3</translation>
    </message>
    <message>
        <source>{key} has {layers}; expected 0 to 100000</source>
        <translation>{key} 含有 {layers}，不在 0 到 100000 之间</translation>
    </message>
    <message>
        <source>{key} is {value:.4g}, but a matrix has at most {most} rows or columns</source>
        <translation>{key} 为 {value:.4g}：矩阵至多有 {most} 行或列</translation>
    </message>
    <message>
        <source>{key} is missing from the model</source>
        <translation>缺少 {key}：模型需要它</translation>
    </message>
    <message>
        <source>&quot;{name}&quot; is not a data type; expected bf16, fp16, tf32, fp32 or fp8</source>
        <translation>&quot;{name}&quot; 不是数据类型：应为 bf16、fp16、tf32、fp32 或 fp8</translation>
    </message>
    <message>
        <source>unknown device &quot;{name}&quot;: the known devices are {keys}; describe any other in a JSON file</source>
        <translation>没有名为 &quot;{name}&quot; 的设备：已知的有 {keys}；其他设备请用 JSON 文件描述</translation>
    </message>
    <message>
        <source>no median of &quot;{key}&quot;</source>
        <translation>没有 &quot;{key}&quot; 的中位数</translation>
    </message>
    <message>
        <source>unknown model &quot;{key}&quot;: did you mean {nearest}?</source>
        <translation>没有名为 &quot;{key}&quot; 的模型：是否指 {nearest}？</translation>
    </message>
    <message>
        <source>unknown model &quot;{key}&quot;: the known models are {keys}</source>
        <translation>没有名为 &quot;{key}&quot; 的模型：已知的有 {keys}</translation>
    </message>
    <message>
        <source>{name} has no {type} units: choose another data type or device</source>
        <translation>{name} 没有用于 {type} 的计算单元：请选择其他数据类型或设备</translation>
    </message>
    <message>
        <source>{key} is {value}; expected {least} to {most}</source>
        <translation>{key} 为 {value}，不在 {least} 到 {most} 之间</translation>
    </message>
    <message>
        <source>an object that describes a device</source>
        <translation>描述设备的对象</translation>
    </message>
    <message>
        <source>one block of this model takes {flops:.3g} FLOPs per microbatch, too many to count: is a size in the wrong unit?</source>
        <translation>此模型的一个块每个微批次需要 {flops:.3g} FLOPs，超出可计数范围：是否有尺寸的单位有误？</translation>
    </message>
    <message>
        <source>{name} with {ranks} ranks: {problem}</source>
        <translation>{name}（{ranks} 个 rank）：{problem}</translation>
    </message>
    <message>
        <source>a tile of {rows} x {columns} is not possible</source>
        <translation>{rows} x {columns} 不是有效的分块</translation>
    </message>
    <message>
        <source>{key} ({tp}) must divide {name} ({value})</source>
        <translation>{key}（{tp}）不能整除 {name}（{value}）</translation>
    </message>
    <message>
        <source>{key} ({tp}) must divide {name} ({value}): pad it to {padded}</source>
        <translation>{key}（{tp}）不能整除 {name}（{value}）：请补齐到 {padded}</translation>
    </message>
    <message>
        <source>an action is missing; write (0F1;3B0)OVERLAP_F_B</source>
        <translation>缺少动作；正确写法为 (0F1;3B0)OVERLAP_F_B</translation>
    </message>
    <message>
        <source>a blank separates the terms</source>
        <translation>各项以空格分隔</translation>
    </message>
    <message>
        <source>&quot;{term}&quot; is not part of an action</source>
        <translation>&quot;{term}&quot; 不属于动作</translation>
    </message>
    <message>
        <source>&quot;{term}&quot; is not part of the number of {name}</source>
        <translation>&quot;{term}&quot; 不属于 {name} 的编号</translation>
    </message>
    <message>
        <source>a ) is missing; write (0F1;3B0)OVERLAP_F_B</source>
        <translation>缺少 )；正确写法为 (0F1;3B0)OVERLAP_F_B</translation>
    </message>
    <message>
        <source>{number} is too large: the highest number here is {most}</source>
        <translation>{number} 超出此处的编号，最大为 {most}</translation>
    </message>
    <message>
        <source>&quot;{term}&quot; is not a cell; write (0F1;3B0)OVERLAP_F_B</source>
        <translation>&quot;{term}&quot; 不是单元格；正确写法为 (0F1;3B0)OVERLAP_F_B</translation>
    </message>
    <message>
        <source>&quot;{term}&quot; is not a kind of action; the kinds are F, I, W, B, SEND_F, RECV_F, UNSHARD, …</source>
        <translation>&quot;{term}&quot; 不是动作类型；可用的有 F、I、W、B、SEND_F、RECV_F、UNSHARD、…</translation>
    </message>
    <message>
        <source>{kind} has no microbatch</source>
        <translation>{kind} 没有微批次</translation>
    </message>
    <message>
        <source>&quot;{term}&quot; is not a number; write {name} 1, {name} 0-3 or {name} 2,5</source>
        <translation>&quot;{term}&quot; 不是数字；正确写法如 {name} 1、{name} 0-3 或 {name} 2,5</translation>
    </message>
    <message>
        <source>nothing to search for: write {examples}</source>
        <translation>没有输入查询：{examples}</translation>
    </message>
    <message>
        <source>&quot;{term}&quot; is not a search term; write {examples}</source>
        <translation>&quot;{term}&quot; 无法查找；正确写法如 {examples}</translation>
    </message>
    <message>
        <source>expected another number after the comma</source>
        <translation>逗号之后缺少数字</translation>
    </message>
    <message>
        <source>{first}-{last} runs backward; write {last}-{first}</source>
        <translation>{first}-{last} 顺序颠倒，不是反向；应为 {last}-{first}</translation>
    </message>
    <message>
        <source>the range has no end; write {first}-{last}</source>
        <translation>到哪一个？{first}-{last}</translation>
    </message>
    <message>
        <source>{number} of what? write {number}F, stage {number}, mb {number} or rank {number}</source>
        <translation>{number} 指什么？{number}F、stage {number}（阶段）、mb {number} 或 rank {number}</translation>
    </message>
    <message>
        <source>which {name}? write {name} 1, {name} 0-3 or {name} 2,5</source>
        <translation>哪个 {name}？{name} 1、{name} 0-3 或 {name} 2,5</translation>
    </message>
    <message>
        <source>{lanes} lanes would need a picture {height:.0f} px high, but the limit is {most:.0f} px: give a height or fewer ranks</source>
        <translation>{lanes} 条泳道需要高 {height:.0f} px 的图片：至多 {most:.0f} px；请给出高度或减少 rank</translation>
    </message>
    <message>
        <source>there is nothing between {from:.12g} and {to:.12g}: the start must be before the end</source>
        <translation>{from:.12g} 与 {to:.12g} 之间没有内容：起点必须在前</translation>
    </message>
    <message>
        <source>nothing to draw: the schedule has no ranks</source>
        <translation>没有可绘制的内容：调度没有 rank</translation>
    </message>
    <message>
        <source>cannot draw a picture {height:.12g} px high: expected 1 to {most:.0f} px</source>
        <translation>无法绘制高 {height:.12g} px 的图片：应为 1 到 {most:.0f} px</translation>
    </message>
    <message>
        <source>a picture {height:.12g} px high is too small for {lanes} lanes: it needs at least {least:.0f} px</source>
        <translation>高 {height:.12g} px 的图片容不下 {lanes} 条泳道：至少 {least:.0f} px</translation>
    </message>
    <message>
        <source>cannot draw a picture {width:.12g} px wide: expected 1 to {most:.0f} px</source>
        <translation>无法绘制宽 {width:.12g} px 的图片：应为 1 到 {most:.0f} px</translation>
    </message>
    <message>
        <source>a picture {width:.12g} px wide is too small for the lanes: it needs at least {least:.0f} px</source>
        <translation>宽 {width:.12g} px 的图片容不下泳道：至少 {least:.0f} px</translation>
    </message>
    <message>
        <source>rank {rank} is not in the schedule, which has ranks 0 to {last}</source>
        <translation>调度中没有 rank {rank}：它有 rank 0 到 {last}</translation>
    </message>
    <message>
        <source>cannot draw at a scale of {scale:.12g}: expected more than 0, at most 64</source>
        <translation>无法以 {scale:.12g} 的缩放比例绘制：应大于 0 且不超过 64</translation>
    </message>
    <message>
        <source>unknown theme &apos;{name}&apos;; the themes are light, dark, colorblind, print, colorblind-dark, contrast and contrast-dark</source>
        <translation>未知主题 &apos;{name}&apos;：light、dark、colorblind、print、colorblind-dark、contrast 或 contrast-dark</translation>
    </message>
    <message>
        <source>holds {memory}, above the limit of {limit}</source>
        <translation>占用 {memory}，超过上限 {limit}</translation>
    </message>
    <message>
        <source>a rank exceeds its limit by {excess}</source>
        <translation>某个 rank 占用的比它的上限多 {excess}</translation>
    </message>
    <message>
        <source>{bound}; for orders with up to {stages} stages per rank</source>
        <translation>{bound}；对应每个 rank 至多 {stages} 个阶段的顺序</translation>
    </message>
    <message>
        <source>{begin} and its compute ({compute})</source>
        <translation>{begin}，以及它的计算（{compute}）</translation>
    </message>
    <message>
        <source>it splits microbatches, so its actions differ from those of the costs</source>
        <translation>它会切分微批次，因此其动作与开销所对应的动作不同</translation>
    </message>
    <message>
        <source>{begin}, its forwards and input gradients ({forwards}), the shortest way out ({way_out})</source>
        <translation>{begin}，它的前向和输入梯度（{forwards}），离开它的最短路径（{way_out}）</translation>
    </message>
    <message>
        <source>layers can be split only if the costs are given by block (embedding, layer, head)</source>
        <translation>只有使用按块给出的开销（嵌入层 embedding、层 layer、输出头 head）时才能拆分层</translation>
    </message>
    <message>
        <source>{layers} layers are too few for {stages} stages, which need {least}</source>
        <translation>{layers} 层对 {stages} 个阶段来说太少，至少需要 {least} 层</translation>
    </message>
    <message>
        <source>memory_limit is {limit:g}; expected at least 0</source>
        <translation>memory_limit（显存上限）为 {limit:g}，但必须不小于 0</translation>
    </message>
    <message>
        <source>microbatches is {microbatches}; expected 1 to {most}</source>
        <translation>微批次数为 {microbatches}，但应为 1 到 {most}</translation>
    </message>
    <message>
        <source>not enough memory for a search of this many actions</source>
        <translation>内存不足以搜索这么多动作</translation>
    </message>
    <message>
        <source>one microbatch by itself: the way through all stages and back</source>
        <translation>单个微批次：穿过所有阶段并返回的路径</translation>
    </message>
    <message>
        <source>one microbatch by itself: from the first stage of a rank and back to it</source>
        <translation>单个微批次：从某个 rank 的第一个阶段出发并返回</translation>
    </message>
    <message>
        <source>rank {rank}: the earliest way into it ({way}), its wait for its first backward ({wait})</source>
        <translation>rank {rank}：最早到达它的路径（{way}），等待第一个反向的时间（{wait}）</translation>
    </message>
    <message>
        <source>rank {rank}: its memory is always full, and each activation is held at least for ({span})</source>
        <translation>rank {rank}：显存始终占满，且每个激活至少保留所需时长（{span}）</translation>
    </message>
    <message>
        <source>rank {rank}: its wait for its first backward ({wait}) and its compute ({compute})</source>
        <translation>rank {rank}：等待第一个反向的时间（{wait}）和它的计算（{compute}）</translation>
    </message>
    <message>
        <source>the {layers:g} layers of a rank cannot be split evenly into {parts} stages</source>
        <translation>每个 rank 的 {layers:g} 层无法均匀分给 {parts} 个阶段</translation>
    </message>
    <message>
        <source>ranks is {ranks}; expected 1 to {most}</source>
        <translation>rank 数为 {ranks}，但应为 1 到 {most}</translation>
    </message>
    <message>
        <source>stages-per-rank is {stages_per_rank}; expected 1 to {most}</source>
        <translation>每个 rank 的阶段数为 {stages_per_rank}，但应为 1 到 {most}</translation>
    </message>
    <message>
        <source>nothing: the search was stopped</source>
        <translation>无：搜索已停止</translation>
    </message>
    <message>
        <source>its search takes minutes for this many actions</source>
        <translation>动作过多，它的搜索需要数分钟</translation>
    </message>
    <message>
        <source>the step must be 1 or more</source>
        <translation>请加 1 或更大的数</translation>
    </message>
    <message>
        <source>a character that cannot be in a row of a sweep</source>
        <translation>扫描的行中不会有的字符</translation>
    </message>
    <message>
        <source>configuration {configuration} is in none of the files: a part is missing or not finished (continue it with --resume)</source>
        <translation>所有文件中都没有配置 {configuration}：缺少一部分，或尚未运行完（可用 --resume 继续）</translation>
    </message>
    <message>
        <source>configuration {configuration} is also in {source}</source>
        <translation>配置 {configuration} 也出现在 {source} 中</translation>
    </message>
    <message>
        <source>expected {brace} at the end of the row</source>
        <translation>行末应为 {brace}</translation>
    </message>
    <message>
        <source>expected the end of the row after its {count} columns</source>
        <translation>{count} 列之后应为行末</translation>
    </message>
    <message>
        <source>expected {text}</source>
        <translation>应为 {text}</translation>
    </message>
    <message>
        <source>the file is from another sweep: this sweep has {expected} here (configuration {configuration})</source>
        <translation>文件属于另一次扫描：当前扫描在此处为 {expected}（配置 {configuration}）</translation>
    </message>
    <message>
        <source>the file is from another sweep: this sweep has only {count} configurations</source>
        <translation>文件属于另一次扫描：当前扫描只有 {count} 个配置</translation>
    </message>
    <message>
        <source>the file is from a sweep with other costs or options: this sweep gives another result for this configuration</source>
        <translation>文件属于使用其他开销或选项的扫描：当前扫描对此配置给出不同的结果</translation>
    </message>
    <message>
        <source>the files contain configuration {configuration}, but the sweep has only {count}</source>
        <translation>文件中有配置 {configuration}，但扫描只有 {count} 个</translation>
    </message>
    <message>
        <source>the last line of {source} is cut off: continue its sweep with --resume</source>
        <translation>{source}：最后一行不完整：请用 --resume 继续该扫描</translation>
    </message>
    <message>
        <source>{list} has {values} values, one for each rank, but the sweep covers {count} numbers of ranks: give one value for all, or sweep one number of ranks</source>
        <translation>{list} 有 {values} 个值（每个 rank 一个），但扫描了 {count} 种 rank 数：请给出一个共用的值，或只扫描一种 rank 数</translation>
    </message>
    <message>
        <source>more than {most} values</source>
        <translation>超过 {most} 个值</translation>
    </message>
    <message>
        <source>the factor must be 2 or more, and the first number 1 or more</source>
        <translation>请用不小于 2 的数乘以不小于 1 的数</translation>
    </message>
    <message>
        <source>{item} never ends: {how}</source>
        <translation>{item} 永远到不了终点：{how}</translation>
    </message>
    <message>
        <source>{item} is not a number of 0 or more, e.g. 0,0.1,0.25</source>
        <translation>{item} 不是不小于 0 的数字，如 0,0.1,0.25</translation>
    </message>
    <message>
        <source>{item} is not a range: {how}</source>
        <translation>{item} 不是范围：{how}</translation>
    </message>
    <message>
        <source>{list}: {value} is not a size; expected a finite number of at least 0</source>
        <translation>{list}：{value} 不是大小：请给出不小于 0 的有限数</translation>
    </message>
    <message>
        <source>not a sweep file: its first line must be &apos;{header}&apos;</source>
        <translation>这不是扫描文件：首行必须为 &apos;{header}&apos;</translation>
    </message>
    <message>
        <source>{list}: {value} is not a time; expected a finite number of at least 0</source>
        <translation>{list}：{value} 不是时间：请给出不小于 0 的有限数</translation>
    </message>
    <message>
        <source>{list}: a value is missing</source>
        <translation>{list}：没有给出值</translation>
    </message>
    <message>
        <source>{item} is not a whole number: {how}</source>
        <translation>{item} 不是整数：{how}</translation>
    </message>
    <message>
        <source>{list}: expected at least one</source>
        <translation>{list}：没有给出</translation>
    </message>
    <message>
        <source>{list} has {values} values, but the schedules have {ranks} ranks: give one value for all or one for each rank</source>
        <translation>{list} 有 {values} 个值，但各调度有 {ranks} 个 rank：请给出一个共用的值，或每个 rank 一个值</translation>
    </message>
    <message>
        <source>{column} is {cell}; expected {expected}</source>
        <translation>{column} 为 {cell}，但应为 {expected}</translation>
    </message>
    <message>
        <source>the quotes are not closed</source>
        <translation>引号没有闭合</translation>
    </message>
    <message>
        <source>quotes must enclose a whole cell</source>
        <translation>引号只能包围整个单元格</translation>
    </message>
    <message>
        <source>the row ends before column {column}</source>
        <translation>行在 {column} 列之前结束</translation>
    </message>
    <message>
        <source>{item} is descending: write {to}..{from}</source>
        <translation>{item} 是递减的：请写 {to}..{from}</translation>
    </message>
    <message>
        <source>{list}: {problem}</source>
        <translation>{list}：{problem}</translation>
    </message>
    <message>
        <source>{list}: {value} appears twice</source>
        <translation>{list}：{value} 出现了两次</translation>
    </message>
    <message>
        <source>stopped while checking the file, which is unchanged</source>
        <translation>查看文件时已停止；文件未改动</translation>
    </message>
    <message>
        <source>{list}: no schedule takes {value}: give 1 to {most}</source>
        <translation>{list}：没有调度接受 {value}：请给出 1 到 {most}</translation>
    </message>
    <message>
        <source>{list}: all combinations make more than {most} configurations: shorten the lists</source>
        <translation>{list}：所有组合超过 {most} 个配置：请缩小各列表</translation>
    </message>
    <message>
        <source>a value is missing: write e.g. 4,8,16</source>
        <translation>缺少一个值：请写如 4,8,16</translation>
    </message>
    <message>
        <source>{waits}; {next}</source>
        <translation>{waits}；{next}</translation>
    </message>
    <message>
        <source>a {kind} before the first stage</source>
        <translation>第一个阶段之前的 {kind}</translation>
    </message>
    <message>
        <source>, which comes after it</source>
        <translation>，而后者排在它之后</translation>
    </message>
    <message>
        <source>rank {rank} cell {cell}: {action} is not allowed in an overlapped cell; only F, I, W and B are</source>
        <translation>rank {rank} 单元格 {cell}：{action} 不能位于重叠单元格中；只有 F、I、W 和 B 可以</translation>
    </message>
    <message>
        <source>deadlock: {waits}</source>
        <translation>死锁：{waits}</translation>
    </message>
    <message>
        <source>{action} on {place} and {other} on {other_place} do the same work</source>
        <translation>{place} 上的 {action} 与 {other_place} 上的 {other} 做同样的工作</translation>
    </message>
    <message>
        <source>{waits}; and {count} more ranks back to rank {rank}</source>
        <translation>{waits}；之后还有 {count} 个 rank，直到回到 rank {rank}</translation>
    </message>
    <message>
        <source>rank {rank} {action} needs {input}, which no rank runs</source>
        <translation>rank {rank} 的 {action} 需要 {input}，但没有 rank 运行它</translation>
    </message>
    <message>
        <source>the order has no compute action</source>
        <translation>顺序中没有计算动作</translation>
    </message>
    <message>
        <source>not enough memory to time {count} actions</source>
        <translation>内存不足以对 {count} 个动作计时</translation>
    </message>
    <message>
        <source> in the same cell</source>
        <translation> (同一单元格中)</translation>
    </message>
    <message>
        <source> on rank {rank}</source>
        <translation> (位于 rank {rank})</translation>
    </message>
    <message>
        <source> on rank {rank}, which comes after {cell}</source>
        <translation> (位于 rank {rank}，排在 {cell} 之后)</translation>
    </message>
    <message>
        <source>rank {rank} (cell {cell})</source>
        <translation>rank {rank}（单元格 {cell}）</translation>
    </message>
    <message>
        <source>rank {rank} cell {cell}: {action} has no width on the unit grid; only F, I, W and B do</source>
        <translation>rank {rank} 单元格 {cell}：{action} 在单位网格上没有宽度；只有 F、I、W 和 B 有</translation>
    </message>
    <message>
        <source>rank {rank} {action} (cell {cell}) waits for {wanted}{where}</source>
        <translation>rank {rank} 的 {action}（单元格 {cell}）等待 {wanted}{where}</translation>
    </message>
    <message>
        <source>the sum of the {sizes} is too large: the largest is {name}, {largest:g}; give smaller ones</source>
        <translation>{sizes} 之和超出数字可表示的范围：最大的是 {name}，{largest:g}；请给出较小的值</translation>
    </message>
    <message>
        <source>{action} is on {place} and again on {other_place}</source>
        <translation>{action} 位于 {place}，又位于 {other_place}</translation>
    </message>
    <message>
        <source>timing was stopped</source>
        <translation>已停止计时</translation>
    </message>
    <message>
        <source>the sum of the times is too large: the largest is {name}, {largest:g}; give smaller times or a larger time unit</source>
        <translation>时间之和超出数字可表示的范围：最大的是 {name}，{largest:g}；请给出较小的时间或较大的时间单位</translation>
    </message>
    <message>
        <source>its {bytes} bytes inflate to more than {inflated} bytes, over {most} times as much; set a larger limit to read it</source>
        <translation>它的 {bytes} 字节解压后超过 {inflated} 字节，是原来的 {most} 倍以上；提高上限即可读取</translation>
    </message>
    <message>
        <source>cannot be read: {why}</source>
        <translation>无法读取：{why}</translation>
    </message>
    <message>
        <source>cannot be read{where}: {why}</source>
        <translation>无法读取{where}：{why}</translation>
    </message>
    <message>
        <source>cannot be read past byte {byte}: {why}</source>
        <translation>从字节 {byte} 起无法继续读取：{why}</translation>
    </message>
    <message>
        <source>cannot read past byte {byte}: {why}</source>
        <translation>从字节 {byte} 起无法继续读取：{why}</translation>
    </message>
    <message>
        <source>a change to it was interrupted, and {path}-journal has the previous content; close the program that writes it, or undo the change with: sqlite3 {path} .tables</source>
        <translation>它的一次修改被中断，修改前的内容保存在 {path}-journal 中；请关闭正在写入它的程序，或用以下命令撤销修改：sqlite3 {path} .tables</translation>
    </message>
    <message>
        <source> in the columns of {table}</source>
        <translation> (在 {table} 的列中)</translation>
    </message>
    <message>
        <source>{problem}{kept}</source>
        <translation>{problem}{kept}</translation>
    </message>
    <message>
        <source>damaged{where}: {why}; copy it again, or export the report again with &apos;nsys export --type sqlite&apos;</source>
        <translation>已损坏{where}：{why}；请重新复制，或用 &apos;nsys export --type sqlite&apos; 重新导出报告</translation>
    </message>
    <message>
        <source>damaged{where}: it claims more content than it has bytes for</source>
        <translation>已损坏{where}：其中的内容超出它的字节数</translation>
    </message>
    <message>
        <source>damaged: it claims more tables than it has bytes for</source>
        <translation>已损坏：它声明的表超出它的字节数</translation>
    </message>
    <message>
        <source>the database disk image is malformed: its header says {told} bytes but the file ends after {size}; copy it again, or export the report again with &apos;nsys export --type sqlite&apos;</source>
        <translation>数据库文件有误：文件头声明 {told} 字节，而文件在 {size} 字节后结束；请重新复制，或用 &apos;nsys export --type sqlite&apos; 重新导出报告</translation>
    </message>
    <message>
        <source>the document is empty: it has only blanks</source>
        <translation>文档为空：只有空白</translation>
    </message>
    <message>
        <source>the file is empty: it has no traceEvents and no NVTX_EVENTS table</source>
        <translation>文件为空：没有 traceEvents，也没有 NVTX_EVENTS 表</translation>
    </message>
    <message>
        <source>the file is empty, so there is no NVTX_EVENTS table; export the report again with &apos;nsys export --type sqlite&apos;</source>
        <translation>文件为空，因此没有 NVTX_EVENTS 表；请用 &apos;nsys export --type sqlite&apos; 重新导出报告</translation>
    </message>
    <message>
        <source>global rank {rank} is assigned to &quot;{path}&quot;, which is not one of the traces</source>
        <translation>全局 rank {rank} 指定给了 &quot;{path}&quot;，但它不在轨迹之中</translation>
    </message>
    <message>
        <source>the gzip stream is damaged at byte {byte} ({why})</source>
        <translation>gzip 流在字节 {byte} 处损坏（{why}）</translation>
    </message>
    <message>
        <source>the gzip stream ends early, after {bytes} bytes</source>
        <translation>gzip 流在 {bytes} 字节后提前结束</translation>
    </message>
    <message>
        <source>{path} has {ranks} ranks, so it cannot be only global rank {rank}</source>
        <translation>{path} 含有 {ranks} 个 rank：不能只作为全局 rank {rank}</translation>
    </message>
    <message>
        <source> in {table} after {count} rows</source>
        <translation> (在 {table} 的 {count} 行之后)</translation>
    </message>
    <message>
        <source>it inflates to more than {most} bytes; set a larger limit to read it</source>
        <translation>解压后超过 {most} 字节；提高上限即可读取</translation>
    </message>
    <message>
        <source>the JSON ends early, at byte {byte}{kept}</source>
        <translation>JSON 在字节 {byte} 处提前结束{kept}</translation>
    </message>
    <message>
        <source> in the list of its tables</source>
        <translation> (在它的表列表中)</translation>
    </message>
    <message>
        <source>did you mean &apos;{nearest}&apos;? </source>
        <translation>是否指 &apos;{nearest}&apos;？ </translation>
    </message>
    <message>
        <source>nested too deeply: more than {most} levels (near byte {byte})</source>
        <translation>嵌套过深：超过 {most} 层（字节 {byte} 附近）</translation>
    </message>
    <message>
        <source>there is no group named &apos;kind&apos;: enclose the part that distinguishes forward from backward in (?&lt;kind&gt;...), e.g. (?&lt;kind&gt;forward|backward)</source>
        <translation>没有名为 &apos;kind&apos; 的组：请用 (?&lt;kind&gt;...) 包围区分前向与反向的部分，如 (?&lt;kind&gt;forward|backward)</translation>
    </message>
    <message>
        <source>invalid JSON from byte {byte} on{kept}</source>
        <translation>从字节 {byte} 起不是 JSON{kept}</translation>
    </message>
    <message>
        <source>not enough memory to inflate it</source>
        <translation>没有内存可用于解压</translation>
    </message>
    <message>
        <source>not enough memory for the pattern</source>
        <translation>没有内存可用于该模式</translation>
    </message>
    <message>
        <source>not enough memory to read it</source>
        <translation>没有内存可用于读取</translation>
    </message>
    <message>
        <source>step {wanted} is not in the traces; they have steps {steps}</source>
        <translation>轨迹中没有步 {wanted}；其中有步 {steps}</translation>
    </message>
    <message>
        <source>step {wanted} is not in the traces; they have step {step}</source>
        <translation>轨迹中没有步 {wanted}；其中有步 {step}</translation>
    </message>
    <message>
        <source>the file is incomplete: the rest is in {path}-wal; close the program that writes it, or merge them with: sqlite3 {path} &apos;PRAGMA wal_checkpoint(TRUNCATE)&apos;</source>
        <translation>文件中内容不全：其余在 {path}-wal 中；请关闭正在写入它的程序，或用以下命令合并：sqlite3 {path} &apos;PRAGMA wal_checkpoint(TRUNCATE)&apos;</translation>
    </message>
    <message>
        <source>not enough memory to read it; open fewer files at once, or record fewer steps</source>
        <translation>内存不足以读取；请一次打开较少的文件，或记录较少的步</translation>
    </message>
    <message>
        <source>not an export of Nsight Systems: no NVTX_EVENTS table (and no CUPTI_ACTIVITY_KIND_KERNEL); record with &apos;nsys profile -t cuda,nvtx&apos; and export with &apos;nsys export --type sqlite&apos;</source>
        <translation>不是 Nsight Systems 的导出文件：没有 NVTX_EVENTS 表（也没有 CUPTI_ACTIVITY_KIND_KERNEL）；请用 &apos;nsys profile -t cuda,nvtx&apos; 记录性能数据，并用 &apos;nsys export --type sqlite&apos; 导出</translation>
    </message>
    <message>
        <source>not an SQLite database, gzip or Chrome trace JSON: it starts with {text}</source>
        <translation>这不是 SQLite 数据库，也不是 gzip 或 Chrome 轨迹 JSON：它以 {text} 开头</translation>
    </message>
    <message>
        <source>not an SQLite database; export a report of Nsight Systems (.nsys-rep, .qdstrm) with &apos;nsys export --type sqlite&apos;</source>
        <translation>不是 SQLite 数据库；Nsight Systems 的报告（.nsys-rep、.qdstrm）需要用 &apos;nsys export --type sqlite&apos; 导出</translation>
    </message>
    <message>
        <source>not a trace: its JSON has no &quot;traceEvents&quot;</source>
        <translation>这不是轨迹：其 JSON 中没有 &quot;traceEvents&quot;</translation>
    </message>
    <message>
        <source>not a trace: its &quot;traceEvents&quot; is not a list</source>
        <translation>这不是轨迹：其 &quot;traceEvents&quot; 不是列表</translation>
    </message>
    <message>
        <source>gzip compressed it more than {most} times</source>
        <translation>它用 gzip 压缩了超过 {most} 层</translation>
    </message>
    <message>
        <source>the pattern is empty</source>
        <translation>模式为空</translation>
    </message>
    <message>
        <source>the pattern is longer than {most} bytes</source>
        <translation>模式超过 {most} 字节</translation>
    </message>
    <message>
        <source>{path}: a record is more than 73 years from the zero of its clock</source>
        <translation>{path}：有记录距其时钟零点超过 73 年</translation>
    </message>
    <message>
        <source>this is a report of Nsight Systems, not an SQLite database; export it with &apos;nsys export --type sqlite&apos; and open the exported file</source>
        <translation>这是 Nsight Systems 的报告，而不是 SQLite 数据库；请用 &apos;nsys export --type sqlite&apos; 导出，并打开导出的文件</translation>
    </message>
    <message>
        <source>no trace: it starts with {count} zero bytes</source>
        <translation>不是跟踪文件：开头是 {count} 个零字节</translation>
    </message>
    <message>
        <source>this is an XPlane protobuf of JAX or TensorFlow (xplane.pb), which is not read; open the .trace.json.gz that the profiler writes beside it, or let XProf convert it (xspace_to_tool_data with the tool trace_viewer)</source>
        <translation>这是 JAX 或 TensorFlow 的 XPlane protobuf（xplane.pb），无法读取；请打开分析器写在它旁边的 .trace.json.gz，或用 XProf 转换（xspace_to_tool_data，工具 trace_viewer）</translation>
    </message>
    <message>
        <source>this is a schedule&apos;s trace that Bubblescope wrote for ui.perfetto.dev, which is not read; &apos;bubblescope-cli convert SCHEDULE -o x.trace.json&apos; writes the same trace in JSON, which is read</source>
        <translation>这是 Bubblescope 为 ui.perfetto.dev 写的调度跟踪文件，无法读取；&apos;bubblescope-cli convert SCHEDULE -o x.trace.json&apos; 以 JSON 写出同一跟踪，可以读取</translation>
    </message>
    <message>
        <source>this is a Perfetto trace in protobuf, which is not read; convert it with &apos;traceconv json TRACE trace.json&apos; and open trace.json</source>
        <translation>这是 protobuf 格式的 Perfetto 跟踪文件，无法读取；请用 &apos;traceconv json TRACE trace.json&apos; 转换，再打开 trace.json</translation>
    </message>
    <message>
        <source>this is rocprofv3&apos;s database, which is not read; convert it with &apos;rocpd convert -i FILE --output-format pftrace&apos; and that with &apos;traceconv json&apos;, or profile with torch&apos;s profiler</source>
        <translation>这是 rocprofv3 的数据库，无法读取；请用 &apos;rocpd convert -i FILE --output-format pftrace&apos; 转换，再用 &apos;traceconv json&apos; 转换，或用 torch 的 profiler 记录性能数据</translation>
    </message>
    <message>
        <source>longer than {most} bytes, which no pp_rank_N.json of Primus is</source>
        <translation>超过 {most} 字节，而 Primus 的 pp_rank_N.json 不会这么长</translation>
    </message>
    <message>
        <source>it holds no text: it starts with binary data</source>
        <translation>其中没有文本：开头是二进制数据</translation>
    </message>
    <message>
        <source>only Nsight Systems can read this report; run &apos;nsys export --type sqlite&apos; on it and open the .sqlite file</source>
        <translation>这是只有 Nsight Systems 才能读取的报告；请对它运行 &apos;nsys export --type sqlite&apos;，并打开生成的 .sqlite 文件</translation>
    </message>
    <message>
        <source>this SQLite database is in gzip or comes from a pipe; unpack it to a file first</source>
        <translation>这是 gzip 中或来自管道的 SQLite 数据库；请先解压为文件</translation>
    </message>
    <message>
        <source>the table {table} has no column &apos;{column}&apos;; export the report again with &apos;nsys export --type sqlite&apos;</source>
        <translation>表 {table} 没有列 &apos;{column}&apos;；请用 &apos;nsys export --type sqlite&apos; 重新导出报告</translation>
    </message>
    <message>
        <source>unknown group {name}; {meant}the groups are kind, stage, microbatch, rank and chunk</source>
        <translation>未知的组 {name}；{meant}可用的组有 kind、stage（阶段）、microbatch（微批次）、rank 和 chunk</translation>
    </message>
    <message>
        <source>the data after byte {byte} is not gzip: a part is damaged, or bytes were appended</source>
        <translation>字节 {byte} 之后不是 gzip：可能是损坏的部分，或附加在后面的字节</translation>
    </message>
    <message>
        <source>the pipe sends more than {most} bytes; set a larger limit to read it</source>
        <translation>来自管道的内容超过 {most} 字节；提高上限即可读取</translation>
    </message>
    <message>
        <source> after {action}</source>
        <translation> (在 {action} 之后)</translation>
    </message>
    <message>
        <source>and at least {count} more problems of this kind</source>
        <translation>以及至少另外 {count} 个同类问题</translation>
    </message>
    <message>
        <source> between {first} and {second}</source>
        <translation> (在 {first} 与 {second} 之间)</translation>
    </message>
    <message>
        <source>rank {rank} does not run {action}</source>
        <translation>rank {rank} 没有运行 {action}</translation>
    </message>
    <message>
        <source>rank {rank} does not run {action}{where}</source>
        <translation>rank {rank} 没有运行 {action}{where}</translation>
    </message>
    <message>
        <source>, which {action} waits for</source>
        <translation>，而 {action} 在等待它</translation>
    </message>
    <message>
        <source>rank {rank} runs {action}, but {what} is on rank {home}</source>
        <translation>rank {rank} 运行 {action}，但{what}位于 rank {home}</translation>
    </message>
    <message>
        <source>and more problems of this kind</source>
        <translation>以及更多同类问题</translation>
    </message>
    <message>
        <source>rank {rank} {action} never receives {input} of rank {other}: no rank runs {receive}</source>
        <translation>rank {rank} 的 {action} 收不到 rank {other} 的 {input}：没有 rank 运行 {receive}</translation>
    </message>
    <message>
        <source>rank {rank} {action} has no {missing}, unlike the other sends of the order: no rank runs it</source>
        <translation>rank {rank} 的 {action} 没有 {missing}，而顺序中的其他发送都有：没有 rank 运行它</translation>
    </message>
    <message>
        <source>no rank runs {action}: stage {stage} is not in the order</source>
        <translation>没有 rank 运行 {action}：顺序中没有阶段 {stage}</translation>
    </message>
    <message>
        <source>no rank runs {action}</source>
        <translation>没有 rank 运行 {action}</translation>
    </message>
    <message>
        <source>rank {rank} {action} has no receiver: {why}</source>
        <translation>rank {rank} 的 {action} 没有接收方：{why}</translation>
    </message>
    <message>
        <source>rank {rank} {action} has no sender: {why}</source>
        <translation>rank {rank} 的 {action} 没有发送方：{why}</translation>
    </message>
    <message>
        <source>there is no stage after it</source>
        <translation>它之后没有阶段</translation>
    </message>
    <message>
        <source>there is no stage before it</source>
        <translation>它之前没有阶段</translation>
    </message>
    <message>
        <source>rank {rank} {action} repeats the work of {first} on rank {other}</source>
        <translation>rank {rank} 的 {action} 重复了 rank {other} 的 {first} 所做的工作</translation>
    </message>
    <message>
        <source>rank {rank} runs {action} again, which rank {other} runs in cell {cell}</source>
        <translation>rank {rank} 再次运行 {action}，而 rank {other} 已在单元格 {cell} 运行它</translation>
    </message>
    <message>
        <source>rank {rank} runs {action} before {needed}</source>
        <translation>rank {rank} 先运行 {action}，后运行 {needed}</translation>
    </message>
    <message>
        <source>rank {rank} runs {action} before {needed}, and one reduction may be pending at a time</source>
        <translation>rank {rank} 先运行 {action}，后运行 {needed}，而同一时间只能有一个未完成的归约</translation>
    </message>
    <message>
        <source>rank {rank} runs {action} in one cell with {needed}, which must run first</source>
        <translation>rank {rank} 在同一单元格中运行 {action} 和 {needed}，而后者须先运行</translation>
    </message>
    <message>
        <source>rank {rank} runs {action} twice, in cells {first} and {again}</source>
        <translation>rank {rank} 运行 {action} 两次，在单元格 {first} 和 {again}</translation>
    </message>
    <message>
        <source>rank {rank} runs {action} twice, in cells {first} and {again}, with nothing between them</source>
        <translation>rank {rank} 运行 {action} 两次，在单元格 {first} 和 {again}，其间没有其他动作</translation>
    </message>
    <message>
        <source>rank {rank} runs {action} while stage {stage} is sharded: there is no {stage}UNSHARD before it</source>
        <translation>rank {rank} 在阶段 {stage} 处于分片状态时运行 {action}：它之前没有 {stage}UNSHARD</translation>
    </message>
    <message>
        <source>and {count} more problems of this kind</source>
        <translation>以及另外 {count} 个同类问题</translation>
    </message>
    <message>
        <source>stage {stage}</source>
        <translation>阶段 {stage}</translation>
    </message>
    <message>
        <source>stage {stage} of microbatch {microbatch}</source>
        <translation>微批次 {microbatch} 的阶段 {stage}</translation>
    </message>
    <message>
        <source>rank {rank} {action} waits for {missing}, which no rank runs</source>
        <translation>rank {rank} 的 {action} 等待没有 rank 运行的 {missing}</translation>
    </message>
    <message>
        <source>{action} (cell {cell})</source>
        <translation>{action}（单元格 {cell}）</translation>
    </message>
    <message>
        <source>a chart is written as .png or .svg</source>
        <translation>图表可保存为 .png 或 .svg</translation>
    </message>
    <message>
        <source>{source} is a cost file, not a calibration: open it with Costs &gt; From file</source>
        <translation>{source} 是开销文件而不是标定文件：请用“开销”中的“从文件”打开</translation>
    </message>
    <message>
        <source>could not encode the image as PNG</source>
        <translation>图片无法编码为 PNG</translation>
    </message>
    <message>
        <source>an image of {width:.0f} × {height:.0f} px is too large: the limits are {most:.0f} px per side and 1 GiB of pixels</source>
        <translation>{width:.0f} × {height:.0f} px 的图片过大：每边至多 {most:.0f} px，像素数据至多 1 GiB</translation>
    </message>
    <message>
        <source>not enough memory for a picture of that size</source>
        <translation>内存不足以容纳这么大的图片</translation>
    </message>
    <message>
        <source>{count} more cells of this file could not be read</source>
        <translation>此文件还有 {count} 个单元格无法读取</translation>
    </message>
    <message>
        <source>not enough memory for {subject}</source>
        <translation>内存不足：{subject}</translation>
    </message>
    <message>
        <source>not enough memory for an image of {width:.0f} × {height:.0f} px</source>
        <translation>内存不足以容纳 {width:.0f} × {height:.0f} px 的图片</translation>
    </message>
    <message>
        <source>not enough memory for these profiles</source>
        <translation>内存不足以容纳这些性能数据</translation>
    </message>
    <message>
        <source>a page of {width:.0f} × {height:.0f} px is too large for a PDF: the limit is {most:.0f} px per side</source>
        <translation>{width:.0f} × {height:.0f} px 的页面对 PDF 来说过大：每边至多 {most:.0f} px</translation>
    </message>
    <message>
        <source>could not start the PDF</source>
        <translation>无法开始写入 PDF</translation>
    </message>
    <message>
        <source>could not draw the picture as SVG</source>
        <translation>图片无法绘制为 SVG</translation>
    </message>
    <message>
        <source>could not encode the picture as PNG</source>
        <translation>图片无法保存为 PNG</translation>
    </message>
    <message>
        <source>cannot draw at a scale of {scale:.12g}: expected more than 0</source>
        <translation>无法以 {scale:.12g} 的缩放比例绘制：应大于 0</translation>
    </message>
    <message>
        <source>{sides} stacked timelines would need a picture {height:.0f} px high, but the limit is {most:.0f} px: give a height or show fewer</source>
        <translation>{sides} 个视图上下排列需要高 {height:.0f} px 的图片：至多 {most:.0f} px；请给出高度或减少视图</translation>
    </message>
    <message>
        <source>about {actions:.0f} million actions; the window shows at most {most:.0f} million</source>
        <translation>约 {actions:.0f} 百万个动作，但窗口最多显示 {most:.0f} 百万个</translation>
    </message>
    <message>
        <source>{subject}: {what}</source>
        <translation>{subject}：{what}</translation>
    </message>
    <message>
        <source>unknown page size &apos;{name}&apos;; expected A4, A3, letter or fit</source>
        <translation>未知的页面大小 &apos;{name}&apos;：A4、A3、letter 或 fit</translation>
    </message>
    <message>
        <source>{layers} values for {stages} stages: give one for all, or {needed}</source>
        <translation>{stages} 个阶段给出了 {layers} 个值：请给出一个共用的值，或 {needed} 个</translation>
    </message>
    <message>
        <source>replica {wanted} is not in the traces; they have replicas 0 to {last}</source>
        <translation>记录中没有副本 {wanted}；有副本 0 到 {last}</translation>
    </message>
    <message>
        <source>replica {wanted} is not in the traces; they have one pipeline, replica 0</source>
        <translation>记录中没有副本 {wanted}；只有一条流水线，即副本 0</translation>
    </message>
    <message>
        <source>{ranks}: nothing waits for what ran there</source>
        <translation>{ranks}：其上运行的内容不会被等待</translation>
    </message>
    <message>
        <source>a step takes {step} instead of {ideal}: {slowdown:.2f} times as long as if every operation took as long as the others of its kind</source>
        <translation>一步用时 {step}，而非 {ideal}：是每个操作都与同类其他操作用时相同时的 {slowdown:.2f} 倍</translation>
    </message>
    <message>
        <source>stragglers cost next to nothing: {step}, and {ideal} if every operation took as long as the others of its kind</source>
        <translation>慢卡几乎没有影响：一步用时 {step}；若每个操作都与同类其他操作用时相同，则为 {ideal}</translation>
    </message>
    <message>
        <source>the last stage at ideal durations would undo {share:.0f} % of the loss</source>
        <translation>若最后阶段的用时为理想值，可消除 {share:.0f} % 的损失</translation>
    </message>
    <message>
        <source>late launches and gaps between operations: {change}</source>
        <translation>启动延迟和操作之间的间隙：{change}</translation>
    </message>
    <message>
        <source>no complete step from {first} to {last}; the profile has {steps}</source>
        <translation>从 {first} 到 {last} 没有完整的步；性能数据中有：{steps}</translation>
    </message>
    <message>
        <source>the timeline has no operations with a step</source>
        <translation>此时间线中没有带步编号的操作</translation>
    </message>
    <message>
        <source>no pipeline records in the trace, so there is nothing to replay</source>
        <translation>记录中没有流水线记录，因此没有可重放的内容</translation>
    </message>
    <message>
        <source>no step has the same actions on all {replicas} pipelines that run beside each other</source>
        <translation>没有一步在并行运行的全部 {replicas} 条流水线上都有相同的动作</translation>
    </message>
    <message>
        <source>no step has the same operations on all data-parallel ranks: in step {step}, DP rank {replica} has {count} of {kind} on stage {rank}, DP rank {first} has {other}</source>
        <translation>没有一步在所有数据并行 rank 上都有相同的操作：第 {step} 步，阶段 {rank} 上 DP rank {replica} 有 {count} 个 {kind}，DP rank {first} 有 {other} 个</translation>
    </message>
    <message>
        <source>no step from {first} to {last}; the profile has {steps}</source>
        <translation>从 {first} 到 {last} 没有步；性能数据中有：{steps}</translation>
    </message>
    <message>
        <source>the recorded operations take no time</source>
        <translation>所记录的操作不占用时间</translation>
    </message>
    <message>
        <source>{kind} of rank {rank}</source>
        <translation>rank {rank} 的 {kind}</translation>
    </message>
    <message>
        <source>the slowest workers ({count} of {workers}) at ideal durations would undo {share:.0f} % of the loss</source>
        <translation>若最慢的 rank（{workers} 个中的 {count} 个）用时为理想值，可消除 {share:.0f} % 的损失</translation>
    </message>
    <message>
        <source>the recorded operations wait for each other, so the run cannot be replayed: {operation} never starts</source>
        <translation>所记录的操作互相等待，因此无法重放此次运行：{operation} 永远不会开始</translation>
    </message>
    <message>
        <source>without {worker}: {change}</source>
        <translation>去除 {worker}：{change}</translation>
    </message>
    <message>
        <source>rank {rank}</source>
        <translation>rank {rank}</translation>
    </message>
    <message>
        <source>stage {rank} of DP rank {replica}</source>
        <translation>DP rank {replica} 的阶段 {rank}</translation>
    </message>
    <message>
        <source>uneven {kind} by itself: {change}</source>
        <translation>仅 {kind} 不均匀：{change}</translation>
    </message>
    <message>
        <source>only one step: which slowness lasts from step to step cannot be told; ideal durations are those of this step</source>
        <translation>只有一步：无法判断哪些变慢在各步中持续存在；理想用时取自这一步</translation>
    </message>
    <message>
        <source>only compute has times of its own in this profile: what transfers, the optimizer and the rest cost counts as late launches and gaps</source>
        <translation>此性能数据中只有计算有自己的时间：传输、优化器和其余部分的开销计入启动延迟和间隙</translation>
    </message>
    <message>
        <source>the clocks of some ranks are not known to each other, so late launches and gaps cannot be told</source>
        <translation>某些 rank 的时钟之间关系未知，因此无法判断启动延迟和间隙</translation>
    </message>
    <message>
        <source>; {remedy}</source>
        <translation>；{remedy}</translation>
    </message>
    <message>
        <source>record with &apos;rocprofv3 --output-format pftrace&apos; and convert that with &apos;traceconv json&apos;, or profile with torch&apos;s profiler</source>
        <translation>请用 &apos;rocprofv3 --output-format pftrace&apos; 记录，再用 &apos;traceconv json&apos; 转换，或用 torch 的 profiler 记录性能数据</translation>
    </message>
    <message>
        <source>this is an output of rocprofv3, which is not read; {remedy}</source>
        <translation>这是 rocprofv3 的输出，无法读取；{remedy}</translation>
    </message>
    <message>
        <source>the messages of this order stop each other under the policy of its communicators: a receive is before the send that it waits for</source>
        <translation>按其通信器的策略，此顺序中的消息会互相阻塞：某个接收排在它所等待的发送之前</translation>
    </message>
    <message>
        <source>waits for {action} from rank {rank}: the receive of {held} was posted before its receive</source>
        <translation>等待 rank {rank} 的 {action}：{held} 的接收先于它的接收发出</translation>
    </message>
    <message>
        <source>waits for {action}: rank {rank} waits for the receive of {held} that was posted before its send of {action}</source>
        <translation>等待 {action}：rank {rank} 正等待 {held} 的接收，该接收先于 {action} 的发送发出</translation>
    </message>
    <message>
        <source>waits for {action} from rank {rank}: the send of {held} was posted before its receive</source>
        <translation>等待 rank {rank} 的 {action}：{held} 的发送先于它的接收发出</translation>
    </message>
    <message>
        <source>waits for {action}: rank {rank} waits for the send of {held} that was posted before its send of {action}</source>
        <translation>等待 {action}：rank {rank} 正等待 {held} 的发送，该发送先于 {action} 的发送发出</translation>
    </message>
    <message>
        <source>its host issues {action} late, or its kernels are apart</source>
        <translation>其主机下发 {action} 较晚，或内核之间有间隔</translation>
    </message>
    <message>
        <source>{what} is {value:g}; expected a number of at least {least:g}</source>
        <translation>{what} 为 {value:g}；应为不小于 {least:g} 的数</translation>
    </message>
    <message>
        <source>a number &gt;= {least:g}</source>
        <translation>不小于 {least:g} 的数</translation>
    </message>
    <message>
        <source>rank {rank} {action} has no receive before it for {input} of rank {other}: under a policy of communicators an order with messages must have all of them</source>
        <translation>rank {rank} 的 {action} 之前没有对 rank {other} 的 {input} 的接收：在通信器策略下，带消息的顺序必须包含全部消息</translation>
    </message>
    <message>
        <source>rank {rank} waits to receive {wanted} for {action} (cell {cell}), which rank {other} sends only after {held}</source>
        <translation>rank {rank} 为 {action}（第 {cell} 格）接收 {wanted}，但 rank {other} 要在 {held} 之后才发送它</translation>
    </message>
    <message>
        <source>receiving {action}</source>
        <translation>接收 {action}</translation>
    </message>
    <message>
        <source>rank {rank} waits to send {action} (cell {cell}), which rank {other} receives for {wanted} only after {held}</source>
        <translation>rank {rank} 发送 {action}（第 {cell} 格），但 rank {other} 要在 {held} 之后才为 {wanted} 接收它</translation>
    </message>
    <message>
        <source>sending {action}</source>
        <translation>发送 {action}</translation>
    </message>
    <message>
        <source>the activation of microbatch {microbatch} comes through {ranks}</source>
        <translation>微批次 {microbatch} 的激活经由 {ranks} 到达</translation>
    </message>
    <message>
        <source>{parts}, {part}</source>
        <translation>{parts}，{part}</translation>
    </message>
    <message>
        <source>{time} compute</source>
        <translation>计算 {time}</translation>
    </message>
    <message>
        <source>{way}, and rank {rank} runs {action} first</source>
        <translation>{way}，且 rank {rank} 先执行 {action}</translation>
    </message>
    <message>
        <source>{time} FSDP</source>
        <translation>FSDP {time}</translation>
    </message>
    <message>
        <source>the gradient of microbatch {microbatch} comes back through {ranks}</source>
        <translation>微批次 {microbatch} 的梯度经由 {ranks} 返回</translation>
    </message>
    <message>
        <source>rank {rank} is idle for {time}: {why}</source>
        <translation>rank {rank} 空闲 {time}：{why}</translation>
    </message>
    <message>
        <source>{time} other delays</source>
        <translation>其他延迟 {time}</translation>
    </message>
    <message>
        <source>ranks {ranks}</source>
        <translation>rank {ranks}</translation>
    </message>
    <message>
        <source>{time} transfer</source>
        <translation>传输 {time}</translation>
    </message>
    <message>
        <source>rank {rank} waits {time}: {why}</source>
        <translation>rank {rank} 等待 {time}：{why}</translation>
    </message>
    <message>
        <source>{wait}; {parts}</source>
        <translation>{wait}；{parts}</translation>
    </message>
    <message>
        <source>a comma is in the number of repeats: write the digits together</source>
        <translation>重复次数中有逗号：请将数字连写</translation>
    </message>
    <message>
        <source>a decoder layer (t) is behind the multi-token prediction (m)</source>
        <translation>解码器层（t）位于多 token 预测（m）之后</translation>
    </message>
    <message>
        <source>the layout is empty; it should be like {example}</source>
        <translation>布局为空；应类似于 {example}</translation>
    </message>
    <message>
        <source>the first layer is &apos;{found}&apos;, not the embedding (E)</source>
        <translation>第一层是“{found}”，而不是嵌入层（E）</translation>
    </message>
    <message>
        <source>the last layer is &apos;{found}&apos;, not the loss (L)</source>
        <translation>最后一层是“{found}”，而不是损失（L）</translation>
    </message>
    <message>
        <source>groups cannot be within each other: write this one out</source>
        <translation>分组不能嵌套：请将此组展开写出</translation>
    </message>
    <message>
        <source>the layout has no layers</source>
        <translation>布局中没有层</translation>
    </message>
    <message>
        <source>a layout needs at least one rank</source>
        <translation>布局至少需要一个 rank</translation>
    </message>
    <message>
        <source>decoder layers (t): the layout has {count}, but the model has {expected}</source>
        <translation>布局有 {count} 个解码器层（t），而模型有 {expected} 个</translation>
    </message>
    <message>
        <source>layers of multi-token prediction (m): the layout has {count}, but the model has {expected}</source>
        <translation>布局有 {count} 个多 token 预测层（m），而模型有 {expected} 个</translation>
    </message>
    <message>
        <source>stages on each rank: the layout has {found}, not {expected}; all stages: {stages}, ranks: {ranks}</source>
        <translation>布局在每个 rank 上有 {found} 个阶段，而不是 {expected} 个：{ranks} 个 rank 上有 {stages} 个阶段</translation>
    </message>
    <message>
        <source>the multi-token prediction (m) is in stage {stage}, which is not the last of rank {rank}</source>
        <translation>多 token 预测（m）在阶段 {stage} 中，而它不是 rank {rank} 的最后一个阶段</translation>
    </message>
    <message>
        <source>the multi-token prediction (m) is spread over {count} stages; it has to be in one</source>
        <translation>多 token 预测（m）分布在 {count} 个阶段中；必须在同一个阶段内</translation>
    </message>
    <message>
        <source>repeats cannot be repeated: write one number</source>
        <translation>重复次数不能再重复：请写成一个数</translation>
    </message>
    <message>
        <source>the layout has {count} embeddings (E), not one</source>
        <translation>布局有 {count} 个嵌入层（E），而不是一个</translation>
    </message>
    <message>
        <source>the layout has {count} losses (L), not one</source>
        <translation>布局有 {count} 个损失（L），而不是一个</translation>
    </message>
    <message>
        <source>the layout has {stages} stages, which are no multiple of {ranks} ranks</source>
        <translation>布局有 {stages} 个阶段，不是 {ranks} 个 rank 的整数倍</translation>
    </message>
    <message>
        <source>the repeats give more than {most} letters</source>
        <translation>重复展开后超过 {most} 个字母</translation>
    </message>
    <message>
        <source>{found} is no layer: layers are E (embedding), t (decoder), m (multi-token prediction) and L (loss); | parts stages, x*3 and (…)*3 repeat</source>
        <translation>{found} 不是层：层有 E（嵌入层）、t（解码器）、m（多 token 预测）和 L（损失）；| 分隔阶段，x*3 和 (…)*3 表示重复</translation>
    </message>
    <message>
        <source>its backwards</source>
        <translation>反向</translation>
    </message>
    <message>
        <source>what is before its first action</source>
        <translation>首个动作之前</translation>
    </message>
    <message>
        <source>a run without pipeline actions cannot be compared</source>
        <translation>没有流水线动作的运行无法比较</translation>
    </message>
    <message>
        <source>B is {share} faster: {after} instead of {before}</source>
        <translation>B 快 {share}：{after}，原为 {before}</translation>
    </message>
    <message>
        <source>its forwards</source>
        <translation>前向</translation>
    </message>
    <message>
        <source>rank {rank} gained {time} in {part}</source>
        <translation>rank {rank} 节省 {time}（{part}）</translation>
    </message>
    <message>
        <source>{verdict}; rank {rank} gained most, {time}, in {part}</source>
        <translation>{verdict}；rank {rank} 节省最多：{time}（{part}）</translation>
    </message>
    <message>
        <source>the gaps of its host</source>
        <translation>主机间隙</translation>
    </message>
    <message>
        <source>its input gradients</source>
        <translation>输入梯度</translation>
    </message>
    <message>
        <source>rank {rank} lost {time} in {part}</source>
        <translation>rank {rank} 增加 {time}（{part}）</translation>
    </message>
    <message>
        <source>{verdict}; rank {rank} lost most, {time}, in {part}</source>
        <translation>{verdict}；rank {rank} 增加最多：{time}（{part}）</translation>
    </message>
    <message>
        <source>{before} actions are only in A, {after} only in B</source>
        <translation>{before} 个动作仅在 A 中，{after} 个仅在 B 中</translation>
    </message>
    <message>
        <source>its overlapped blocks</source>
        <translation>重叠块</translation>
    </message>
    <message>
        <source>rank {rank} runs other stages in B than in A</source>
        <translation>rank {rank} 在 B 中运行的阶段与 A 中不同</translation>
    </message>
    <message>
        <source>B takes as long as A: {after}, {before} before</source>
        <translation>B 与 A 用时相同：{after}，原为 {before}</translation>
    </message>
    <message>
        <source>B is {share} slower: {after} instead of {before}</source>
        <translation>B 慢 {share}：{after}，原为 {before}</translation>
    </message>
    <message>
        <source>A has {before} stages and B {after}: actions of the same name are other work</source>
        <translation>A 有 {before} 个阶段，B 有 {after} 个：同名动作并非相同的工作</translation>
    </message>
    <message>
        <source>its transfers</source>
        <translation>传输</translation>
    </message>
    <message>
        <source>its waits</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>its weight gradients</source>
        <translation>权重梯度</translation>
    </message>
    <message>
        <source>unknown target &apos;{name}&apos;; expected one-column, two-columns, slide or screen</source>
        <translation>未知的用途 &apos;{name}&apos;：one-column、two-columns、slide 或 screen</translation>
    </message>
    <message>
        <source>no rank has a trace in both runs: A has {before}, B has {after}</source>
        <translation>没有任何 rank 在两次运行中都有 trace：A 有 {before}，B 有 {after}</translation>
    </message>
    <message>
        <source>these ranks have no trace in A and are left out: {ranks}</source>
        <translation>以下 rank 在 A 中没有 trace，已略去：{ranks}</translation>
    </message>
    <message>
        <source>these ranks have no trace in B and are left out: {ranks}</source>
        <translation>以下 rank 在 B 中没有 trace，已略去：{ranks}</translation>
    </message>
    <message>
        <source>head and tail are left out of both steps: the profiles of {run} do not mark off the step</source>
        <translation>两步的开头和结尾均已略去：{run} 的性能数据没有标出该步的起止</translation>
    </message>
    <message>
        <source>messages between stages have no times of their own in this profile: what they cost counts as late launches and gaps</source>
        <translation>此性能数据中阶段之间的消息没有自己的时间：其开销计入启动延迟和间隙</translation>
    </message>
    <message>
        <source>a number from the ranks ({ranks}) to the microbatches ({microbatches})</source>
        <translation>从 rank 数（{ranks}）到微批次数（{microbatches}）的数</translation>
    </message>
    <message>
        <source>a last group of at least as many as ranks ({ranks}): a multiple of the group size ({group}), or that and {ranks} or more</source>
        <translation>最后一组不少于 rank 数（{ranks}）：组大小（{group}）的倍数，或再多至少 {ranks} 个</translation>
    </message>
    <message>
        <source>at least 2 to overlap forward and backward</source>
        <translation>至少 2，才能让前向与反向重叠</translation>
    </message>
    <message>
        <source>a multiple of the ranks ({ranks})</source>
        <translation>rank 数（{ranks}）的倍数</translation>
    </message>
    <message>
        <source>the order recomputes or offloads activations already ({action}): {pass} needs one that does not</source>
        <translation>该顺序已经重计算或卸载激活（{action}）：{pass} 需要未做过的顺序</translation>
    </message>
    <message>
        <source>the order has no backward, for which {pass} would bring activations back</source>
        <translation>该顺序没有反向，{pass} 无处带回激活</translation>
    </message>
    <message>
        <source>offload and reload (O, L) cannot be timed with a policy of communicators: leave out communicators.policy</source>
        <translation>设有 communicators 的策略时无法计时卸载与载回（O、L）：请去掉 communicators.policy</translation>
    </message>
    <message>
        <source>rank {rank}: the reload for {action} would begin before its store has ended: give a shorter time or fewer chunks</source>
        <translation>rank {rank}：{action} 的载回会早于其卸载结束：请给出更短的时间或更少的 chunks</translation>
    </message>
    <message>
        <source>offload with style=zero-bubble needs the time of a transfer: give time=X, a share of F + I + W, or costs with offload</source>
        <translation>style=zero-bubble 的卸载需要传输时间：请给出 time=X（占 F + I + W 的份额），或带 offload 的开销</translation>
    </message>
    <message>
        <source>{pass} cannot be tried: only recompute and offload change what a rank holds</source>
        <translation>{pass} 无法试用：只有重计算（recompute）和卸载（offload）会改变 rank 的占用</translation>
    </message>
    <message>
        <source>this is no calibration: it has no blocks</source>
        <translation>这不是标定文件：没有 blocks</translation>
    </message>
    <message>
        <source>&quot;{name}&quot; is not a framework: expected compiled or eager</source>
        <translation>“{name}”不是框架：应为 compiled 或 eager</translation>
    </message>
    <message>
        <source>{begin}, its compute but for the weight gradients that memory can hold back ({compute}), the shortest way out ({way_out})</source>
        <translation>{begin}，它的计算（不计显存允许推迟的权重梯度，{compute}），离开它的最短路径（{way_out}）</translation>
    </message>
    <message>
        <source>an object or null</source>
        <translation>一个对象或 null</translation>
    </message>
    <message>
        <source>{key} ({ep}) must divide experts ({experts})</source>
        <translation>{key}（{ep}）必须整除 experts（{experts}）</translation>
    </message>
    <message>
        <source>{key} has no effect without experts</source>
        <translation>没有 experts 时 {key} 不起作用</translation>
    </message>
    <message>
        <source>&quot;{name}&quot; is not a scaling of fp8: expected tensor or block</source>
        <translation>“{name}”不是 fp8 的缩放方式：应为 tensor 或 block</translation>
    </message>
    <message>
        <source>{name} has no link to other devices, which {key} needs: choose another device, or describe one with link_gbps</source>
        <translation>{name} 没有通往其他设备的链路，而 {key} 需要它：请选择另一设备，或用 link_gbps 描述一个设备</translation>
    </message>
    <message>
        <source>PyTorch cannot read {action}: recomputation (R), offload (O), reload (L), vocabulary passes (S, T), parts of blocks (@attention, @dispatch, @experts, @combine) and the end of a step (EMBED_GRAD, CLIP, OPTIMIZER, PARAM_GATHER) are Bubblescope&apos;s own words</source>
        <translation>PyTorch 无法读取 {action}：重计算（R）、卸载（O）、载回（L）、词表动作（S、T）、块的各部分（@attention、@dispatch、@experts、@combine）与一步的收尾（EMBED_GRAD、CLIP、优化器 OPTIMIZER、PARAM_GATHER）是 Bubblescope 自己的写法</translation>
    </message>
    <message>
        <source>{text} is not a part of {kind}: expected @attention, @dispatch, @experts or @combine</source>
        <translation>{text} 不是 {kind} 的部分：应为 @attention、@dispatch、@experts 或 @combine</translation>
    </message>
    <message>
        <source>{text} is not a part of W: expected @attention or @experts</source>
        <translation>{text} 不是 W 的部分：应为 @attention 或 @experts</translation>
    </message>
    <message>
        <source>{text} cannot be in an overlapped cell: parts have cells of their own</source>
        <translation>{text} 不能放在重叠单元格中：各部分须有自己的单元格</translation>
    </message>
    <message>
        <source>no forward of the order overlaps a backward: take a schedule with overlap, or cells=all</source>
        <translation>此顺序中没有与反向重叠的前向：请选择带重叠的调度，或使用 cells=all</translation>
    </message>
    <message>
        <source>the order has parts of blocks ({action}): {pass} comes before them</source>
        <translation>此顺序已含块的各部分（{action}）：{pass} 须在其之前应用</translation>
    </message>
    <message>
        <source>the order has {action} already: tail adds it</source>
        <translation>此顺序已有 {action}：它由 tail 添加</translation>
    </message>
    <message>
        <source>rank {rank} runs {action} (cell {cell}) behind {tail} (cell {other}): a step ends with EMBED_GRAD, CLIP, OPTIMIZER and PARAM_GATHER, in this order</source>
        <translation>rank {rank} 在 {tail}（单元格 {other}）之后执行 {action}（单元格 {cell}）：一步须依次以 EMBED_GRAD、CLIP、优化器 OPTIMIZER、PARAM_GATHER 收尾</translation>
    </message>
    <message>
        <source>{action} cannot be timed with a policy of communicators: leave out communicators.policy</source>
        <translation>设有 communicators 的策略时无法计时 {action}：请去掉 communicators.policy</translation>
    </message>
    <message>
        <source>rank {rank} has no CLIP, in which all ranks meet</source>
        <translation>rank {rank} 没有 CLIP，而所有 rank 都要在其中汇合</translation>
    </message>
    <message>
        <source>the layers of the stages come from a layout: leave out layers_per_stage</source>
        <translation>各阶段的层由布局给出：请去掉 layers_per_stage</translation>
    </message>
    <message>
        <source>the layout has {given} stages, but the schedule has {stages}</source>
        <translation>布局有 {given} 个阶段，但调度有 {stages} 个</translation>
    </message>
    <message>
        <source>a layout needs blocks: it says which of the blocks&apos; layers each stage has</source>
        <translation>布局需要按块给出的开销：它说明每个阶段有哪些块的层</translation>
    </message>
    <message>
        <source>{room} are left for activations: search for an order that holds fewer, or take smaller microbatches</source>
        <translation>留给激活的还有 {room}：请搜索保留激活更少的顺序，或减小微批次</translation>
    </message>
    <message>
        <source>share the optimizer states among {replicas} replicas or more</source>
        <translation>请把优化器状态分摊到至少 {replicas} 个副本</translation>
    </message>
    <message>
        <source>does not fit: rank {rank} holds {peak} of {limit}, most of it {part} ({size}); {change}</source>
        <translation>放不下：rank {rank} 占用 {peak}，上限为 {limit}，其中最多的是{part}（{size}）；{change}</translation>
    </message>
    <message>
        <source>fits: rank {rank} has the least room, with at most {peak} of {limit}</source>
        <translation>放得下：rank {rank} 余量最小，最多占用 {peak}，上限为 {limit}</translation>
    </message>
    <message>
        <source>a layout&apos;s stages follow each other over the ranks: leave out the placement</source>
        <translation>布局的阶段依次排在各 rank 上：请去掉放置方式</translation>
    </message>
    <message>
        <source>a layout of {layers} layers is more than is searched for; expected at most {most}</source>
        <translation>{layers} 层的布局超出搜索范围；最多为 {most}</translation>
    </message>
    <message>
        <source>a layout can be found only if the costs are given by block (embedding, layer, head)</source>
        <translation>只有按块（嵌入层、层、头）给出开销时才能寻找布局</translation>
    </message>
    <message>
        <source>a layout needs the number of decoder layers</source>
        <translation>布局需要解码器层数</translation>
    </message>
    <message>
        <source>{first} is timed in {unit}, {second} in {other}: a page has one time axis</source>
        <translation>{first} 的时间单位是 {unit}，{second} 的是 {other}：一个网页只有一个时间轴</translation>
    </message>
    <message>
        <source>a chart is written as .png, .svg, .csv or .json</source>
        <translation>图表可写为 .png、.svg、.csv 或 .json</translation>
    </message>
    <message>
        <source>layers_per_stage says already how many layers each stage has: leave out one of them</source>
        <translation>layers_per_stage 已经说明每个阶段有多少层：请去掉其中一个</translation>
    </message>
    <message>
        <source>a list with a number &gt;= 0 for each microbatch</source>
        <translation>每个微批次一个不小于 0 的数字的列表</translation>
    </message>
    <message>
        <source>{key} of microbatch {microbatch}</source>
        <translation>微批次 {microbatch} 的 {key}</translation>
    </message>
    <message>
        <source>{key} has {values} values, but the schedule has {microbatches} microbatches: give one value for each microbatch</source>
        <translation>{key} 有 {values} 个值，但调度有 {microbatches} 个微批次：请为每个微批次给出一个值</translation>
    </message>
    <message>
        <source>{key} is {value:g}; expected a share from 0 to 1</source>
        <translation>{key} 为 {value:g}；应为 0 到 1 之间的比例</translation>
    </message>
    <message>
        <source>&apos;{text}&apos; is not a number of 0 or more</source>
        <translation>“{text}”不是不小于 0 的数字</translation>
    </message>
    <message>
        <source>there is no number: write e.g. 1, 0.8, 1.2</source>
        <translation>没有数字：请写成例如 1, 0.8, 1.2</translation>
    </message>
    <message>
        <source>{layers} layers are to be split, but the costs&apos; layout says which stage has which: leave out one of them, or find a layout of that many (--layout)</source>
        <translation>要拆分 {layers} 层，但开销中的布局已经说明每个阶段有哪些层：请去掉其中一个，或搜索这么多层的布局（--layout）</translation>
    </message>
    <message>
        <source>transfers and the overhead of an action take no time in these costs, so more stages per rank always look better: give either of them to see how many are worth it</source>
        <translation>这些成本中传输和每个动作的开销都不占时间，因此每个 rank 的阶段越多总是显得越好：给出其中之一，才能看出多少个阶段值得</translation>
    </message>
    <message>
        <source>Actions</source>
        <translation>动作</translation>
    </message>
    <message>
        <source>{actions} actions on {ranks} ranks</source>
        <translation>{ranks} 个 rank 上的 {actions} 个动作</translation>
    </message>
    <message>
        <source>only the beginning of rank 0</source>
        <translation>rank 0 的开头</translation>
    </message>
    <message>
        <source>Bubble rate</source>
        <translation>气泡率</translation>
    </message>
    <message>
        <source>Bubble rate of F and B</source>
        <translation>F 和 B 的气泡率</translation>
    </message>
    <message>
        <source>Busy</source>
        <translation>忙碌</translation>
    </message>
    <message>
        <source>Cause</source>
        <translation>起因</translation>
    </message>
    <message>
        <source>The schedules compared with the first</source>
        <translation>各调度与第一个的比较</translation>
    </message>
    <message>
        <source>Figures</source>
        <translation>数据</translation>
    </message>
    <message>
        <source>only rank 0</source>
        <translation>rank 0</translation>
    </message>
    <message>
        <source>only ranks 0 to {last}</source>
        <translation>rank 0 至 {last}</translation>
    </message>
    <message>
        <source>Head of the step</source>
        <translation>一步的开头</translation>
    </message>
    <message>
        <source>Ideal time</source>
        <translation>理想时间</translation>
    </message>
    <message>
        <source>Idle</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>Idle fraction</source>
        <translation>空闲比例</translation>
    </message>
    <message>
        <source>in cool-down</source>
        <translation>冷却中</translation>
    </message>
    <message>
        <source>in steady state</source>
        <translation>稳态中</translation>
    </message>
    <message>
        <source>in warm-up</source>
        <translation>预热中</translation>
    </message>
    <message>
        <source>This page draws {shown} of {ranks} ranks ({kept} of {all} actions): more would be too large to send. The figures are those of all ranks.</source>
        <translation>本页只绘制 {ranks} 个 rank 中的 {shown}（{all} 个动作中的 {kept} 个）：更多则过大，不便发送。数据包括所有 rank。</translation>
    </message>
    <message>
        <source>Longest span of a rank</source>
        <translation>单个 rank 的最长跨度</translation>
    </message>
    <message>
        <source>Made by Bubblescope {version}</source>
        <translation>由 Bubblescope {version} 制作</translation>
    </message>
    <message>
        <source>Makespan</source>
        <translation>完工时间</translation>
    </message>
    <message>
        <source>{count} more ranks are left out.</source>
        <translation>另有 {count} 个 rank 略去。</translation>
    </message>
    <message>
        <source>Peak activations</source>
        <translation>激活峰值</translation>
    </message>
    <message>
        <source>Peak memory</source>
        <translation>显存峰值</translation>
    </message>
    <message>
        <source>{peak} on rank {rank}</source>
        <translation>{peak}，在 rank {rank}</translation>
    </message>
    <message>
        <source>Peak, in a rank&apos;s whole shares</source>
        <translation>峰值，以一个 rank 的全部份额计</translation>
    </message>
    <message>
        <source>Rank of the peak</source>
        <translation>峰值所在 rank</translation>
    </message>
    <message>
        <source>{sign}{number} pp</source>
        <translation>{sign}{number} 个百分点</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>Rank</translation>
    </message>
    <message>
        <source>Ranks of {schedule}</source>
        <translation>{schedule} 的各 rank</translation>
    </message>
    <message>
        <source>Schedule</source>
        <translation>调度</translation>
    </message>
    <message>
        <source>{count} schedules on one time axis</source>
        <translation>同一时间轴上的 {count} 个调度</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>占比</translation>
    </message>
    <message>
        <source>Tail of the step</source>
        <translation>一步的结尾</translation>
    </message>
    <message>
        <source>Time of all ranks</source>
        <translation>所有 rank 的时间</translation>
    </message>
    <message>
        <source>times: {source}</source>
        <translation>时间：{source}</translation>
    </message>
    <message>
        <source>Why {schedule} is idle</source>
        <translation>{schedule} 空闲的原因</translation>
    </message>
    <message>
        <source>{number} steps</source>
        <translation>{number} 步</translation>
    </message>
    <message>
        <source>rank {rank}: its wait for its first backward ({wait}), its compute but for the backwards that memory can hold back ({compute}), its last microbatch&apos;s way from its last forward on ({way_out})</source>
        <translation>rank {rank}：它等待第一个反向（{wait}），它的计算（不计显存允许推迟的反向，{compute}），它的最后一个微批次从最后一个前向起的路径（{way_out}）</translation>
    </message>
    <message>
        <source>rank {rank}: the earliest way into it ({way}), its wait for its first backward ({wait}), its compute but for the backwards that memory can hold back ({compute}), the way from its last forward to the end ({way_out})</source>
        <translation>rank {rank}：到达它的最早路径（{way}），它等待第一个反向（{wait}），它的计算（不计显存允许推迟的反向，{compute}），从它的最后一个前向到结束的路径（{way_out}）</translation>
    </message>
    <message>
        <source>offload fewer activations, or take microbatches or stages that hold less</source>
        <translation>请卸载更少的激活，或采用占用更少的微批次或阶段</translation>
    </message>
    <message>
        <source>does not fit: rank {rank} moves {peak} to the host, which has room for {limit}; {change}</source>
        <translation>放不下：rank {rank} 把 {peak} 移到主机，而主机只有 {limit} 的空间；{change}</translation>
    </message>
    <message>
        <source>rank {rank} moves {peak} to the host, which has room for {limit}</source>
        <translation>rank {rank} 把 {peak} 移到主机，而主机只有 {limit} 的空间</translation>
    </message>
    <message>
        <source>the order&apos;s plan begins {action} at {time}</source>
        <translation>该次序的计划让 {action} 在 {time} 开始</translation>
    </message>
    <message>
        <source>layers of the layout that take no time and no memory: {letters}, for the blocks have no {blocks}</source>
        <translation>布局中不耗时也不占内存的层：{letters}，因为 blocks 中没有 {blocks}</translation>
    </message>
    <message>
        <source>{key} is not used: it says which decoder layers have experts, but the blocks have no &quot;expert&quot;</source>
        <translation>未使用 {key}：它说明哪些解码层有专家，但 blocks 中没有 &quot;expert&quot;</translation>
    </message>
    <message>
        <source>no rank has an activation that is away for longer than six transfers: give a shorter time or more chunks</source>
        <translation>没有任何 rank 上有离开时间超过六次传输的激活：请给出更短的时间或更多的 chunks</translation>
    </message>
    <message>
        <source>the copies of {pass} take no time: give it time=X, a share of F + I + W, or the costs the time of a copy (offload)</source>
        <translation>{pass} 的拷贝不耗时：请给出 time=X（占 F + I + W 的份额），或在成本中给出拷贝时间（offload）</translation>
    </message>
    <message>
        <source>{pass} reduces gradients in the row and beside nothing: the costs lack fsdp.overlap</source>
        <translation>{pass} 在行内归约梯度，不与任何计算并行：成本中没有 fsdp.overlap</translation>
    </message>
    <message>
        <source>a layout&apos;s stages follow each other over the ranks, and those of {schedules} do not: name a schedule with the placement loop, e.g. interleaved-1f1b</source>
        <translation>布局的阶段依次排在各 rank 上，而 {schedules} 的阶段不是：请指定放置方式为 loop 的调度，如 interleaved-1f1b</translation>
    </message>
    <message>
        <source>its placement is {placements}, not {wanted}</source>
        <translation>其放置方式是 {placements}，而不是 {wanted}</translation>
    </message>
    <message>
        <source>{key} needs a vocab: a prediction has an embedding and a pass through the head</source>
        <translation>{key} 需要 vocab：多 token 预测有嵌入层，并要经过一次输出层</translation>
    </message>
    <message>
        <source>{what} is {value:g}; expected a number of at most {most:g}</source>
        <translation>{what} 为 {value:g}；应为不大于 {most:g} 的数</translation>
    </message>
    <message>
        <source>{pass} gives back {share} of an activation, as in GPT-3, whose attention keeps its scores. Fused attention keeps none: give share=X and time=X, or probe with --recompute attention</source>
        <translation>{pass} 释放激活的 {share}，与 GPT-3 相同，其注意力会保留分数。融合注意力不保留分数：请给出 share=X 和 time=X，或用 --recompute attention 测量</translation>
    </message>
    <message>
        <source>every action of this plan takes {time}, the time of a forward: what the costs say of other kinds, messages, ranks and microbatches changes nothing, so do not compare it with other orders</source>
        <translation>此计划中每个动作都占用 {time}，即一次前向的时间：成本中关于其他种类、消息、rank 和微批次的内容不起作用，因此不要将其与其他顺序比较</translation>
    </message>
    <message>
        <source>rank {rank} has no EMBED_GRAD, in which the ranks of the first and the last stage meet</source>
        <translation>rank {rank} 没有 EMBED_GRAD，而首阶段和末阶段的 rank 须在其中会合</translation>
    </message>
    <message>
        <source>offload with style=zero-bubble plans when its copies run: leave out in_flight, or take style=primus</source>
        <translation>style=zero-bubble 的 offload 会规划复制的时刻：请去掉 in_flight，或改用 style=primus</translation>
    </message>
    <message>
        <source>{pass} finds at most {share} of a stage&apos;s activation to give back: these costs hold little beside the inputs of layers, as those that are probed with recomputation</source>
        <translation>{pass} 在一个阶段的激活中最多只有 {share} 可以归还：这些成本除各层的输入外几乎不保留什么，探测时已开启重计算的成本就是如此</translation>
    </message>
    <message>
        <source>without any activation rank {rank} would hold {size}, {optimizer} of it optimizer states: share these among replicas, and give back activations</source>
        <translation>即使没有激活，rank {rank} 也要占用 {size}，其中 {optimizer} 是优化器状态：请在副本间共享它们，并归还激活</translation>
    </message>
    <message>
        <source>without any activation rank {rank} would hold {size}: take more ranks, or split layers over several devices</source>
        <translation>即使没有激活，rank {rank} 也要占用 {size}：请增加 rank，或把层拆分到多个设备</translation>
    </message>
    <message>
        <source>without {pass} all ranks fit, {step}</source>
        <translation>不用 {pass} 则所有 rank 都放得下，{step}</translation>
    </message>
    <message>
        <source>with {pass} instead of {former} all ranks fit, {step}</source>
        <translation>用 {pass} 代替 {former} 则所有 rank 都放得下，{step}</translation>
    </message>
    <message>
        <source>--with {pass} takes it to {peak}, {step}</source>
        <translation>--with {pass} 可降到 {peak}，{step}</translation>
    </message>
    <message>
        <source>--with {pass} instead of {former} takes it to {peak}, {step}</source>
        <translation>以 --with {pass} 代替 {former} 可降到 {peak}，{step}</translation>
    </message>
    <message>
        <source>in a step of {time}, as now</source>
        <translation>一步耗时不变，仍为 {time}</translation>
    </message>
    <message>
        <source>in a step of {time} instead of {before}</source>
        <translation>一步耗时由 {before} 变为 {time}</translation>
    </message>
</context>
<context>
    <name>CostEdits</name>
    <message>
        <source>%1 has %2</source>
        <comment>list, number of values</comment>
        <translation>%1有 %2 个</translation>
    </message>
</context>
<context>
    <name>CsvWords</name>
    <message>
        <source>Save figures</source>
        <translation>保存数据</translation>
    </message>
    <message>
        <source>CSV (*.csv)</source>
        <translation>CSV (*.csv)</translation>
    </message>
    <message>
        <source>JSON (*.json)</source>
        <translation>JSON (*.json)</translation>
    </message>
    <message>
        <source>Saved %1.</source>
        <comment>file</comment>
        <translation>已保存 %1。</translation>
    </message>
    <message>
        <source>Copy all as JSON</source>
        <translation>全部复制为 JSON</translation>
    </message>
    <message>
        <source>Copied as JSON.</source>
        <translation>已复制为 JSON。</translation>
    </message>
    <message>
        <source>Save all as CSV or JSON…</source>
        <translation>全部保存为 CSV 或 JSON…</translation>
    </message>
    <message>
        <source>Copy all as CSV</source>
        <translation>全部复制为 CSV</translation>
    </message>
    <message>
        <source>Copied as CSV.</source>
        <translation>已复制为 CSV。</translation>
    </message>
</context>
<context>
    <name>DependencyArrows</name>
    <message>
        <source>%1 rank %2</source>
        <comment>action, rank</comment>
        <translation>%1 rank %2</translation>
    </message>
    <message>
        <source>%1, hidden</source>
        <comment>an action whose rank is not shown</comment>
        <translation>%1，已隐藏</translation>
    </message>
    <message>
        <source>%1, %2 earlier</source>
        <comment>action and rank, time</comment>
        <translation>%1，提前 %2</translation>
    </message>
    <message>
        <source>%1, %2 later</source>
        <comment>action and rank, time</comment>
        <translation>%1，推后 %2</translation>
    </message>
</context>
<context>
    <name>Figures</name>
    <message>
        <source>steps</source>
        <comment>time unit</comment>
        <translation>步</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>time, unit</comment>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>step</source>
        <comment>time unit</comment>
        <translation>步</translation>
    </message>
    <message>
        <source>&lt; %1</source>
        <comment>percent</comment>
        <translation>&lt; %1</translation>
    </message>
    <message>
        <source>%1 %</source>
        <comment>percent</comment>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>%1 act.</source>
        <comment>activations, short</comment>
        <translation>%1 激活</translation>
    </message>
    <message>
        <source>1 activation</source>
        <translation>1 份激活</translation>
    </message>
    <message>
        <source>%1 activations</source>
        <translation>%1 份激活</translation>
    </message>
</context>
<context>
    <name>FileClaim</name>
    <message>
        <source>another process</source>
        <translation>另一个进程</translation>
    </message>
    <message>
        <source>process %1</source>
        <translation>进程 %1</translation>
    </message>
    <message>
        <source>process %1 on %2</source>
        <comment>number, computer</comment>
        <translation>%2 上的进程 %1</translation>
    </message>
</context>
<context>
    <name>FillNames</name>
    <message>
        <source>Forward</source>
        <translation>前向</translation>
    </message>
    <message>
        <source>Backward input</source>
        <translation>输入梯度</translation>
    </message>
    <message>
        <source>Backward weight</source>
        <translation>权重梯度</translation>
    </message>
    <message>
        <source>Backward</source>
        <translation>反向</translation>
    </message>
    <message>
        <source>Overlap</source>
        <translation>重叠</translation>
    </message>
    <message>
        <source>Recompute</source>
        <translation>重计算</translation>
    </message>
    <message>
        <source>Vocabulary</source>
        <translation>词表</translation>
    </message>
    <message>
        <source>Exchange between experts</source>
        <translation>专家间交换</translation>
    </message>
    <message>
        <source>Copies to and from the host</source>
        <translation>与主机间的复制</translation>
    </message>
    <message>
        <source>Head of the step</source>
        <translation>步的开头</translation>
    </message>
    <message>
        <source>Reduce gradients</source>
        <translation>梯度归约</translation>
    </message>
    <message>
        <source>Sum tied embedding</source>
        <translation>共享嵌入层梯度求和</translation>
    </message>
    <message>
        <source>Clip gradients</source>
        <translation>梯度裁剪</translation>
    </message>
    <message>
        <source>Optimizer</source>
        <translation>优化器</translation>
    </message>
    <message>
        <source>Finish</source>
        <translation>收尾</translation>
    </message>
    <message>
        <source>Gather parameters</source>
        <translation>汇集参数</translation>
    </message>
</context>
<context>
    <name>FindProblem</name>
    <message>
        <source>by blocks: embedding, layers, head</source>
        <translation>按块给出：嵌入层、各层、输出头</translation>
    </message>
    <message>
        <source>one value for every stage</source>
        <translation>每个阶段各有一个值</translation>
    </message>
    <message>
        <source>activations</source>
        <comment>unit of memory</comment>
        <translation>份激活</translation>
    </message>
    <message>
        <source>GB</source>
        <translation>GB</translation>
    </message>
    <message>
        <source>unit of the costs</source>
        <comment>that of the sizes of the costs</comment>
        <translation>开销的单位</translation>
    </message>
    <message>
        <source>How much one rank may hold at once: the activations of this many microbatches, for all its stages. Empty: no limit</source>
        <translation>一个 rank 同时最多可占用多少：这么多个微批次的激活，各含其全部阶段。留空：无上限</translation>
    </message>
    <message>
        <source>How much one rank may hold at once, counting everything that has a size in the costs. Empty: no limit</source>
        <translation>一个 rank 同时最多可占用多少，包括开销中给出大小的一切。留空：无上限</translation>
    </message>
    <message>
        <source>How much one rank may hold at once, in the unit of the sizes in the costs. Empty: no limit</source>
        <translation>一个 rank 同时最多可占用多少，单位与开销中的大小相同。留空：无上限</translation>
    </message>
</context>
<context>
    <name>FindWords</name>
    <message>
        <source>%1 stages per rank</source>
        <translation>每 rank %1 个阶段</translation>
    </message>
    <message>
        <source>placement %1</source>
        <comment>name</comment>
        <translation>放置方式 %1</translation>
    </message>
    <message numerus="yes">
        <source>%1, improved by %n change(s)</source>
        <comment>schedule</comment>
        <translation>
            <numerusform>%1，经 %n 次修改改进</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, improved</source>
        <comment>schedule</comment>
        <translation>%1，已改进</translation>
    </message>
    <message>
        <source>Step time</source>
        <translation>一步时间</translation>
    </message>
    <message>
        <source>Rank span</source>
        <translation>Rank 跨度</translation>
    </message>
    <message>
        <source>Stopping…</source>
        <translation>正在停止…</translation>
    </message>
    <message>
        <source>Listing candidates · %1</source>
        <comment>duration</comment>
        <translation>正在列出候选 · %1</translation>
    </message>
    <message>
        <source>No schedule takes these ranks and microbatches.</source>
        <translation>没有调度接受这样的 rank 数和微批次数。</translation>
    </message>
    <message>
        <source>Nothing was found: %1</source>
        <comment>reason</comment>
        <translation>没有找到：%1</translation>
    </message>
    <message>
        <source>Nothing fits in %1. The least among those tried is %2: %3.</source>
        <comment>limit, peak memory, schedule</comment>
        <translation>没有调度能放进 %1。尝试过的调度中占用最少的为 %2：%3。</translation>
    </message>
    <message>
        <source>not: %1</source>
        <comment>a switch</comment>
        <translation>非：%1</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>parameter, value</comment>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>Timing candidates · %1 of %2 · %3</source>
        <comment>number, number, duration</comment>
        <translation>正在为候选计时 · %1 / %2 · %3</translation>
    </message>
    <message>
        <source>Improving · changes tried: %1 · %2</source>
        <comment>number, duration</comment>
        <translation>正在改进 · 已尝试修改：%1 · %2</translation>
    </message>
    <message>
        <source>Stopped after %1 · candidates: %2 · changes tried: %3</source>
        <translation>%1 后停止 · 候选：%2 · 已尝试修改：%3</translation>
    </message>
    <message>
        <source>Done in %1 · candidates: %2 · changes tried: %3</source>
        <translation>完成，用时 %1 · 候选：%2 · 已尝试修改：%3</translation>
    </message>
    <message>
        <source>layers per stage %1</source>
        <comment>numbers</comment>
        <translation>每阶段层数 %1</translation>
    </message>
    <message>
        <source>as fast as %1</source>
        <comment>schedules</comment>
        <translation>与 %1 同样快</translation>
    </message>
</context>
<context>
    <name>FrameTimes</name>
    <message>
        <source>content drawn</source>
        <translation>内容已绘制</translation>
    </message>
    <message>
        <source>overlay only: %1 ms</source>
        <translation>仅叠加层：%1 ms</translation>
    </message>
    <message>
        <source>%1 ms · median %2 · 99 % %3 · %4</source>
        <translation>%1 ms · 中位数 %2 · 99 % %3 · %4</translation>
    </message>
</context>
<context>
    <name>HoverText</name>
    <message>
        <source>%1 to %2</source>
        <comment>levels</comment>
        <translation>%1 至 %2</translation>
    </message>
    <message>
        <source>%1, limit %2</source>
        <translation>%1，上限 %2</translation>
    </message>
    <message>
        <source>memory · rank %1 · %2 · %3 of %4</source>
        <translation>显存 · rank %1 · %2 · %3，峰值 %4</translation>
    </message>
    <message>
        <source> activations</source>
        <translation> 份激活</translation>
    </message>
    <message>
        <source>idle · rank %1 · %2 to %3 · length %4</source>
        <translation>空闲 · rank %1 · %2 至 %3 · 时长 %4</translation>
    </message>
    <message>
        <source>%1 · rank %2 · %3 to %4</source>
        <translation>%1 · rank %2 · %3 至 %4</translation>
    </message>
    <message>
        <source>Idle %1 · rank %2</source>
        <comment>time, rank</comment>
        <translation>空闲 %1 · rank %2</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <comment>time</comment>
        <translation>%1 至 %2</translation>
    </message>
    <message>
        <source>Memory %1 · rank %2</source>
        <comment>level, rank</comment>
        <translation>显存 %1 · rank %2</translation>
    </message>
    <message>
        <source>peak %1 at %2</source>
        <comment>level at time</comment>
        <translation>峰值 %1，时刻 %2</translation>
    </message>
    <message>
        <source>, limit %1</source>
        <translation>，上限 %1</translation>
    </message>
    <message>
        <source>, above it from %1</source>
        <comment>limit, time</comment>
        <translation>，超限始于 %1</translation>
    </message>
    <message>
        <source>rank %1 · %2 to %3</source>
        <translation>rank %1 · %2 至 %3</translation>
    </message>
    <message>
        <source> · slack %1</source>
        <comment>time</comment>
        <translation> · 松弛时间 %1</translation>
    </message>
    <message>
        <source> · overlapped</source>
        <translation> · 重叠</translation>
    </message>
    <message>
        <source>%1 act.</source>
        <comment>activations</comment>
        <translation>%1 激活</translation>
    </message>
</context>
<context>
    <name>LaneSource</name>
    <message>
        <source>Rank</source>
        <translation>Rank</translation>
    </message>
    <message>
        <source>Stage</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>Lane finder</source>
        <translation>泳道查找</translation>
    </message>
    <message>
        <source>Rank, or &quot;stage 3&quot;</source>
        <translation>Rank，或“阶段 3”</translation>
    </message>
    <message>
        <source>Rank %1</source>
        <translation>Rank %1</translation>
    </message>
    <message>
        <source>stage %1</source>
        <translation>阶段 %1</translation>
    </message>
    <message>
        <source>stages %1</source>
        <translation>阶段 %1</translation>
    </message>
    <message>
        <source>hidden</source>
        <translation>已隐藏</translation>
    </message>
</context>
<context>
    <name>ListParts</name>
    <message>
        <source>Add</source>
        <translation>添加</translation>
    </message>
    <message>
        <source>Remove this entry</source>
        <translation>移除这一项</translation>
    </message>
</context>
<context>
    <name>MoveWords</name>
    <message>
        <source>after %1, before %2</source>
        <translation>%1 之后、%2 之前</translation>
    </message>
    <message>
        <source>last, after %1</source>
        <translation>%1 之后，末位</translation>
    </message>
    <message>
        <source>first, before %1</source>
        <translation>%1 之前，首位</translation>
    </message>
    <message>
        <source>alone on rank %1</source>
        <translation>rank %1 上，仅此一个</translation>
    </message>
    <message>
        <source>its stage is on rank %1</source>
        <translation>其阶段在 rank %1 上</translation>
    </message>
    <message>
        <source>%1 waits for %2</source>
        <translation>%1 等待 %2</translation>
    </message>
    <message>
        <source>%1 waits for %2, which waits for %3</source>
        <translation>%1 等待 %2，后者等待 %3</translation>
    </message>
    <message>
        <source>the order is blocked elsewhere</source>
        <translation>另有原因使顺序无法运行</translation>
    </message>
    <message>
        <source>the parameters of its stage are not gathered there</source>
        <translation>在此位置，其阶段的参数未汇集</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>unchanged</source>
        <translation>原处</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>Rank</translation>
    </message>
    <message>
        <source>Makespan</source>
        <translation>完工时间</translation>
    </message>
    <message>
        <source>Breaks</source>
        <translation>不可行</translation>
    </message>
    <message>
        <source>Idle</source>
        <translation>空闲</translation>
    </message>
</context>
<context>
    <name>NoteText</name>
    <message>
        <source>%1 to %2 · length %3</source>
        <comment>times</comment>
        <translation>%1 至 %2 · 时长 %3</translation>
    </message>
    <message>
        <source>at %1</source>
        <comment>time</comment>
        <translation>位于 %1</translation>
    </message>
    <message>
        <source>, after the end</source>
        <translation>，在结束之后</translation>
    </message>
    <message>
        <source> · rank %1</source>
        <translation> · rank %1</translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>还有 %n 条</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>OverviewStrip</name>
    <message>
        <source>%1 to %2 of %3</source>
        <comment>times</comment>
        <translation>%3 中的 %1 至 %2</translation>
    </message>
</context>
<context>
    <name>PlotCache</name>
    <message>
        <source>memory</source>
        <translation>显存</translation>
    </message>
    <message>
        <source>peak %1 act.</source>
        <comment>activations</comment>
        <translation>峰值 %1 激活</translation>
    </message>
    <message>
        <source>%1 act.</source>
        <comment>activations</comment>
        <translation>%1 激活</translation>
    </message>
    <message>
        <source>peak %1</source>
        <translation>峰值 %1</translation>
    </message>
</context>
<context>
    <name>PredictionWords</name>
    <message>
        <source>%1, %2 a microbatch (%3)</source>
        <translation>%1，每个微批次 %2（%3）</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>what if %1: %2 · %3</source>
        <translation>假设 %1：%2 · %3</translation>
    </message>
    <message>
        <source>nothing to compare the measured actions with</source>
        <translation>没有可与实测动作对照的内容</translation>
    </message>
    <message>
        <source>compared with what if %1</source>
        <translation>对照假设 %1</translation>
    </message>
    <message>
        <source>compared with %1</source>
        <comment>schedule</comment>
        <translation>对照 %1</translation>
    </message>
    <message>
        <source>compared with %1 as measured</source>
        <comment>schedule</comment>
        <translation>对照实测时的 %1</translation>
    </message>
    <message>
        <source>compared with %1 as measured, not %2</source>
        <comment>schedules</comment>
        <translation>对照实测时的 %1，而非 %2</translation>
    </message>
</context>
<context>
    <name>ProbeWords</name>
    <message>
        <source>This bubblescope-probe was built without CUDA and cannot measure.</source>
        <translation>这个 bubblescope-probe 未带 CUDA 构建，无法测量。</translation>
    </message>
    <message>
        <source>Times are estimated from a datasheet. To measure, build the probe on a machine with nvcc.</source>
        <translation>时间由规格数据估算。要实测，请在有 nvcc 的机器上构建探针程序。</translation>
    </message>
    <message>
        <source>This machine has no NVIDIA driver.</source>
        <translation>这台机器没有 NVIDIA 驱动。</translation>
    </message>
    <message>
        <source>Times are estimated from a datasheet. To measure, install the driver, then check again.</source>
        <translation>时间由规格数据估算。要实测，请安装驱动后重新查找。</translation>
    </message>
    <message>
        <source>The NVIDIA driver is too old for this bubblescope-probe.</source>
        <translation>NVIDIA 驱动对这个 bubblescope-probe 来说太旧。</translation>
    </message>
    <message>
        <source>Update the driver, or estimate.</source>
        <translation>请更新驱动，或改用估算。</translation>
    </message>
    <message>
        <source>This machine has no such GPU.</source>
        <translation>这台机器上没有这样的 GPU。</translation>
    </message>
    <message>
        <source>Times are estimated from a datasheet. Check again when there is a GPU.</source>
        <translation>时间由规格数据估算。有 GPU 之后请重新查找。</translation>
    </message>
    <message>
        <source>The GPU reported an error.</source>
        <translation>GPU 报告了错误。</translation>
    </message>
    <message>
        <source>Measure again. If the error returns, it also affects other programs on that GPU: restart the machine.</source>
        <translation>请重新测量；如果再次出现，该 GPU 上的其他程序也会遇到它：请重启机器。</translation>
    </message>
    <message>
        <source>A CUDA library is missing.</source>
        <translation>缺少一个 CUDA 库。</translation>
    </message>
    <message>
        <source>Install it, or enter its folder under Libraries.</source>
        <translation>请安装它，或在“库”中填写它所在的文件夹。</translation>
    </message>
    <message>
        <source>The GPU has not enough free memory for this model.</source>
        <translation>GPU 的空闲显存不足以容纳这个模型。</translation>
    </message>
    <message>
        <source>Use a smaller microbatch or a shorter sequence, or share layers among more devices.</source>
        <translation>请减小微批次或缩短序列，或把层分摊到更多设备上。</translation>
    </message>
    <message>
        <source>The probe cannot measure this on that GPU.</source>
        <translation>探针程序无法在该 GPU 上测量这一项。</translation>
    </message>
    <message>
        <source>Choose another data type or GPU, or estimate.</source>
        <translation>请换一种数据类型或 GPU，或改用估算。</translation>
    </message>
    <message>
        <source>Measured.</source>
        <translation>测量完成。</translation>
    </message>
    <message>
        <source>The probe rejected the model or an option.</source>
        <translation>探针程序拒绝了模型或某个选项。</translation>
    </message>
    <message>
        <source>Correct it and measure again. If the message names an option, the probe and this window have different versions.</source>
        <translation>请修改它指出的内容后重新测量。如果它指出的是选项，说明探针程序与本窗口的版本不同。</translation>
    </message>
    <message>
        <source>The probe could not write its result.</source>
        <translation>探针程序无法写入结果。</translation>
    </message>
    <message>
        <source>Free some space in the folder for temporary files, and measure again.</source>
        <translation>请在临时文件夹中腾出空间，然后重新测量。</translation>
    </message>
    <message>
        <source>Other programs use this GPU.</source>
        <translation>有其他程序正在使用这个 GPU。</translation>
    </message>
    <message>
        <source>Close them, choose another GPU, or turn off &quot;Only an idle GPU&quot;.</source>
        <translation>请结束它们，换一个 GPU，或不要求 GPU 空闲。</translation>
    </message>
    <message>
        <source>The time limit was reached before everything had been measured once.</source>
        <translation>所有项目还没各测一遍，时间就用完了。</translation>
    </message>
    <message>
        <source>Allow more seconds, or choose Quick.</source>
        <translation>请允许更多秒数，或选择“快速”。</translation>
    </message>
    <message>
        <source>Stopped. Nothing was measured.</source>
        <translation>已停止。没有测得任何结果。</translation>
    </message>
    <message>
        <source>The probe ended with the unexpected status %1.</source>
        <translation>探针程序以状态 %1 结束，这不应发生。</translation>
    </message>
    <message>
        <source>Is that program a bubblescope-probe? Run it in a terminal to see its messages.</source>
        <translation>该程序是 bubblescope-probe 吗？请在终端中运行它，看看它输出什么。</translation>
    </message>
    <message>
        <source>The probe crashed. Nothing was measured.</source>
        <translation>探针程序崩溃了。没有测得任何结果。</translation>
    </message>
    <message>
        <source>This window is not affected. Measure again; if the probe crashes again, check the driver&apos;s messages (dmesg).</source>
        <translation>本窗口不受影响。请重新测量；如果再次出现，请查看驱动的消息 (dmesg)。</translation>
    </message>
    <message>
        <source>Times are estimated from a datasheet. To measure, put bubblescope-probe next to this program or in a folder of PATH, then check again.</source>
        <translation>时间由规格数据估算。要实测，请把 bubblescope-probe 放在本程序旁边或 PATH 中的文件夹里，然后重新查找。</translation>
    </message>
    <message>
        <source>bubblescope-probe was not found.</source>
        <translation>找不到 bubblescope-probe。</translation>
    </message>
    <message>
        <source>%1 could not be started.</source>
        <translation>无法启动 %1。</translation>
    </message>
    <message>
        <source>The probe left no readable result.</source>
        <translation>探针程序没有留下可读取的结果。</translation>
    </message>
    <message>
        <source>Measure again. If this happens again, the probe and this window have different versions.</source>
        <translation>请重新测量；如果再次出现，说明探针程序与本窗口的版本不同。</translation>
    </message>
    <message>
        <source>The probe did not stop when asked, so it was killed. Nothing was measured.</source>
        <translation>要求停止后探针程序没有停下，已被终止。没有测得任何结果。</translation>
    </message>
    <message>
        <source>Measured; some times are flagged, or parts are missing.</source>
        <translation>测量完成；部分时间带有标记，或缺少部分内容。</translation>
    </message>
    <message>
        <source>The warnings say which. For better results, close other programs that use the GPU or allow more seconds, then measure again.</source>
        <translation>具体见警告。要得到更好的结果，请结束 GPU 上的其他任务或允许更多秒数，然后重新测量。</translation>
    </message>
</context>
<context>
    <name>ProfileQuestions</name>
    <message>
        <source>Open profiles</source>
        <translation>打开性能数据</translation>
    </message>
    <message>
        <source>All files</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>This file does not say which rank it belongs to.</source>
        <translation>这个文件没有说明它属于哪个 rank。</translation>
    </message>
    <message>
        <source>These files do not say which ranks they belong to. In the given order they are</source>
        <translation>这些文件没有说明各属于哪个 rank：按给出的顺序，它们是</translation>
    </message>
    <message>
        <source>Rank of %1</source>
        <translation>%1 的 rank</translation>
    </message>
    <message>
        <source>rank </source>
        <translation>rank </translation>
    </message>
    <message>
        <source>Rank %1 is used twice.</source>
        <translation>Rank %1 被用了两次。</translation>
    </message>
</context>
<context>
    <name>Questions</name>
    <message>
        <source>PyTorch schedule CSV (*.csv)</source>
        <translation>PyTorch 调度 CSV (*.csv)</translation>
    </message>
    <message>
        <source>Chrome trace (*.trace.json)</source>
        <translation>Chrome trace (*.trace.json)</translation>
    </message>
    <message>
        <source>PNG picture (*.png)</source>
        <translation>PNG 图片 (*.png)</translation>
    </message>
    <message>
        <source>SVG picture (*.svg)</source>
        <translation>SVG 图片 (*.svg)</translation>
    </message>
    <message>
        <source>PDF (*.pdf)</source>
        <translation>PDF (*.pdf)</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Schedules (*.csv *.bubble);;PyTorch schedule CSV (*.csv);;Bubblescope (*.bubble);;All files (*)</source>
        <translation>调度 (*.csv *.bubble);;PyTorch 调度 CSV (*.csv);;Bubblescope (*.bubble);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Open costs</source>
        <translation>打开开销</translation>
    </message>
    <message>
        <source>Costs and calibrations (*.json);;All files (*)</source>
        <translation>开销和标定 (*.json);;所有文件 (*)</translation>
    </message>
    <message>
        <source>All supported files (*.csv *.bubble *.json *.json.gz *.gz *.sqlite);;Schedules (*.csv *.bubble);;Profiles (*.json *.json.gz *.gz *.sqlite);;All files (*)</source>
        <translation>所有可打开的文件 (*.csv *.bubble *.json *.json.gz *.gz *.sqlite);;调度 (*.csv *.bubble);;性能数据 (*.json *.json.gz *.gz *.sqlite);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Open profiles</source>
        <translation>打开性能数据</translation>
    </message>
    <message>
        <source>Profiles (*.json *.json.gz *.gz *.sqlite);;All files (*)</source>
        <translation>性能数据 (*.json *.json.gz *.gz *.sqlite);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Open profiles in a folder</source>
        <translation>打开文件夹中的性能数据</translation>
    </message>
    <message>
        <source>Save as</source>
        <translation>另存为</translation>
    </message>
    <message>
        <source>Bubblescope (*.bubble)</source>
        <translation>Bubblescope (*.bubble)</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>导出</translation>
    </message>
    <message>
        <source>CSV (*.csv)</source>
        <translation>CSV (*.csv)</translation>
    </message>
    <message>
        <source>Save costs</source>
        <translation>保存开销</translation>
    </message>
    <message>
        <source>Costs (*.json)</source>
        <translation>开销 (*.json)</translation>
    </message>
    <message>
        <source>Save calibration</source>
        <translation>保存标定</translation>
    </message>
    <message>
        <source>Calibrations (*.json)</source>
        <translation>标定 (*.json)</translation>
    </message>
    <message>
        <source>Save changes?</source>
        <translation>保存修改？</translation>
    </message>
    <message>
        <source>%1 has unsaved changes.</source>
        <comment>document</comment>
        <translation>%1 有未保存的修改。</translation>
    </message>
    <message>
        <source>Replace the file?</source>
        <translation>替换该文件？</translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>替换</translation>
    </message>
    <message>
        <source>Overwrite the file?</source>
        <translation>覆盖该文件？</translation>
    </message>
    <message>
        <source>&amp;Overwrite</source>
        <translation>覆盖(&amp;O)</translation>
    </message>
    <message>
        <source>Save &amp;as…</source>
        <translation>另存为(&amp;A)…</translation>
    </message>
    <message>
        <source>Schedules and profiles</source>
        <translation>调度与性能数据</translation>
    </message>
    <message>
        <source>Compare with it</source>
        <translation>与它匹配</translation>
    </message>
    <message>
        <source>Profiles only</source>
        <translation>仅性能数据</translation>
    </message>
    <message>
        <source>Open the run to compare with (B)</source>
        <translation>打开用于比较的运行（B）</translation>
    </message>
    <message>
        <source>Folder of the run to compare with (B)</source>
        <translation>用于比较的运行（B）所在的文件夹</translation>
    </message>
    <message>
        <source>A second run</source>
        <translation>第二次运行</translation>
    </message>
    <message>
        <source>A run is open. Compare it with %1, or open that in its place?</source>
        <comment>names of files</comment>
        <translation>已打开一次运行。要与 %1 比较，还是以其取代当前运行？</translation>
    </message>
    <message>
        <source>Compare the runs</source>
        <translation>比较两次运行</translation>
    </message>
    <message>
        <source>Open in its place</source>
        <translation>取代当前运行</translation>
    </message>
    <message>
        <source>Discard the changes?</source>
        <translation>丢弃更改？</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>丢弃</translation>
    </message>
    <message>
        <source>Perfetto trace (*.pftrace)</source>
        <translation>Perfetto 轨迹 (*.pftrace)</translation>
    </message>
    <message>
        <source>Page (*.html)</source>
        <translation>网页 (*.html)</translation>
    </message>
    <message>
        <source>JSON (*.json)</source>
        <translation>JSON (*.json)</translation>
    </message>
    <message>
        <source>TikZ (*.tex)</source>
        <translation>TikZ (*.tex)</translation>
    </message>
</context>
<context>
    <name>ResidualPicture</name>
    <message>
        <source> (%1)</source>
        <comment>share</comment>
        <translation> (%1)</translation>
    </message>
    <message>
        <source>%1 took as long as predicted</source>
        <comment>action</comment>
        <translation>%1 的耗时与预测一致</translation>
    </message>
    <message>
        <source>%1 took %2 longer than predicted%3</source>
        <comment>action, time, share</comment>
        <translation>%1 比预测长 %2%3</translation>
    </message>
    <message>
        <source>%1 took %2 shorter than predicted%3</source>
        <comment>action, time, share</comment>
        <translation>%1 比预测短 %2%3</translation>
    </message>
    <message>
        <source>residual</source>
        <translation>残差</translation>
    </message>
    <message>
        <source>± %1</source>
        <comment>time</comment>
        <translation>± %1</translation>
    </message>
    <message>
        <source>%1 has nothing to compare with</source>
        <comment>action</comment>
        <translation>%1 没有可对照的内容</translation>
    </message>
    <message>
        <source>%1 against predicted</source>
        <translation>与预测相差 %1</translation>
    </message>
    <message>
        <source>predicted %1</source>
        <translation>预测 %1</translation>
    </message>
    <message>
        <source>measured %1</source>
        <translation>实测 %1</translation>
    </message>
</context>
<context>
    <name>RunChange</name>
    <message>
        <source>forward</source>
        <translation>前向</translation>
    </message>
    <message>
        <source>backward</source>
        <translation>反向</translation>
    </message>
    <message>
        <source>input gradient</source>
        <translation>输入梯度</translation>
    </message>
    <message>
        <source>weight gradient</source>
        <translation>权重梯度</translation>
    </message>
    <message>
        <source>overlapped blocks</source>
        <translation>重叠块</translation>
    </message>
    <message>
        <source>transfers</source>
        <translation>传输</translation>
    </message>
    <message>
        <source>gaps of the host</source>
        <translation>主机间隙</translation>
    </message>
    <message>
        <source>waits</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>before the first action</source>
        <translation>首个动作之前</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>Rank</translation>
    </message>
    <message>
        <source>Gained</source>
        <translation>节省</translation>
    </message>
    <message>
        <source>F</source>
        <translation>F</translation>
    </message>
    <message>
        <source>Gained in its forwards</source>
        <translation>前向节省的时间</translation>
    </message>
    <message>
        <source>B</source>
        <translation>B</translation>
    </message>
    <message>
        <source>Gained in its backwards</source>
        <translation>反向节省的时间</translation>
    </message>
    <message>
        <source>I</source>
        <translation>I</translation>
    </message>
    <message>
        <source>Gained in its input gradients</source>
        <translation>输入梯度节省的时间</translation>
    </message>
    <message>
        <source>W</source>
        <translation>W</translation>
    </message>
    <message>
        <source>Gained in its weight gradients</source>
        <translation>权重梯度节省的时间</translation>
    </message>
    <message>
        <source>Overlapped</source>
        <translation>重叠</translation>
    </message>
    <message>
        <source>Gained in its overlapped blocks</source>
        <translation>重叠块节省的时间</translation>
    </message>
    <message>
        <source>Transfer</source>
        <translation>传输</translation>
    </message>
    <message>
        <source>Gained in its transfers</source>
        <translation>传输节省的时间</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>主机</translation>
    </message>
    <message>
        <source>Gained in gaps that wait for nothing</source>
        <translation>无所等待的间隙节省的时间</translation>
    </message>
    <message>
        <source>Wait</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>Gained in waits for late messages</source>
        <translation>等待迟到消息所节省的时间</translation>
    </message>
    <message>
        <source>Begin</source>
        <translation>开头</translation>
    </message>
    <message>
        <source>Gained before its first action</source>
        <translation>首个动作之前节省的时间</translation>
    </message>
    <message>
        <source>End in A</source>
        <translation>A 中结束</translation>
    </message>
    <message>
        <source>End in B</source>
        <translation>B 中结束</translation>
    </message>
    <message>
        <source>Time spent in</source>
        <translation>时间用于</translation>
    </message>
    <message>
        <source>Less in B than in A, all ranks</source>
        <translation>B 比 A 少用的时间，所有 rank 合计</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>占比</translation>
    </message>
    <message>
        <source>Gained, as a share of its time in A</source>
        <translation>节省的时间占 A 中该项时间的比例</translation>
    </message>
    <message>
        <source>In A</source>
        <translation>A 中</translation>
    </message>
    <message>
        <source>Time in A, all ranks</source>
        <translation>A 中的时间，所有 rank 合计</translation>
    </message>
    <message>
        <source>In B</source>
        <translation>B 中</translation>
    </message>
    <message>
        <source>Time in B, all ranks</source>
        <translation>B 中的时间，所有 rank 合计</translation>
    </message>
    <message>
        <source>Actions</source>
        <translation>动作</translation>
    </message>
    <message>
        <source>Action</source>
        <translation>动作</translation>
    </message>
    <message>
        <source>The action and the gap before it are shorter in B</source>
        <translation>该动作及其之前的间隙在 B 中缩短的时间</translation>
    </message>
    <message>
        <source>Most in</source>
        <translation>主要变化</translation>
    </message>
    <message>
        <source>What changed most</source>
        <translation>变化最大的部分</translation>
    </message>
    <message>
        <source>Shorter</source>
        <translation>缩短</translation>
    </message>
    <message>
        <source>Takes less in B than in A</source>
        <translation>在 B 中比在 A 中少用的时间</translation>
    </message>
    <message>
        <source>Gap</source>
        <translation>差距</translation>
    </message>
    <message>
        <source>The gap before it is shorter in B</source>
        <translation>其之前的间隙在 B 中缩短的时间</translation>
    </message>
    <message>
        <source>Earlier</source>
        <translation>提前</translation>
    </message>
    <message>
        <source>Starts earlier in B than in A</source>
        <translation>在 B 中比在 A 中提前开始的时间</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>Start in A</source>
        <translation>A 中开始</translation>
    </message>
    <message>
        <source>Its step ends earlier in B than in A</source>
        <translation>该 rank 的一步在 B 中比在 A 中提前结束的时间</translation>
    </message>
    <message>
        <source>Head</source>
        <translation>开头</translation>
    </message>
    <message>
        <source>Gained in the head of the step</source>
        <translation>该步开头节省的时间</translation>
    </message>
    <message>
        <source>Gather</source>
        <translation>汇集</translation>
    </message>
    <message>
        <source>Gained in gathering parameters before its first action</source>
        <translation>首个动作之前汇集参数节省的时间</translation>
    </message>
    <message>
        <source>Reduce</source>
        <translation>归约</translation>
    </message>
    <message>
        <source>Gained in reducing gradients</source>
        <translation>梯度归约节省的时间</translation>
    </message>
    <message>
        <source>Embedding</source>
        <translation>嵌入层</translation>
    </message>
    <message>
        <source>Gained in summing the tied embedding&apos;s gradients</source>
        <translation>共享嵌入层的梯度求和节省的时间</translation>
    </message>
    <message>
        <source>Clip</source>
        <translation>梯度裁剪</translation>
    </message>
    <message>
        <source>Gained in clipping gradients</source>
        <translation>梯度裁剪节省的时间</translation>
    </message>
    <message>
        <source>Optimizer</source>
        <translation>优化器</translation>
    </message>
    <message>
        <source>Gained in its optimizer</source>
        <translation>优化器节省的时间</translation>
    </message>
    <message>
        <source>Gained in gathering parameters</source>
        <translation>汇集参数节省的时间</translation>
    </message>
    <message>
        <source>Finish</source>
        <translation>收尾</translation>
    </message>
    <message>
        <source>Gained in what is left of the step</source>
        <translation>该步其余部分节省的时间</translation>
    </message>
    <message>
        <source>End of its step in A</source>
        <translation>A 中该 rank 一步的结束时间</translation>
    </message>
    <message>
        <source>End of its step in B</source>
        <translation>B 中该 rank 一步的结束时间</translation>
    </message>
</context>
<context>
    <name>RunRow</name>
    <message>
        <source>%1 s</source>
        <translation>%1 s</translation>
    </message>
    <message>
        <source>Start measuring</source>
        <translation>开始测量</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Progress of the measurement</source>
        <translation>测量进度</translation>
    </message>
    <message>
        <source>%1 points, about %2, %3 on the GPU</source>
        <comment>number, duration, memory</comment>
        <translation>%1 个测点，约 %2，占用 GPU %3</translation>
    </message>
    <message>
        <source>others %1</source>
        <comment>duration of short phases</comment>
        <translation>其他 %1</translation>
    </message>
    <message>
        <source>Stopping…</source>
        <translation>正在停止…</translation>
    </message>
    <message>
        <source>The probe has not reported for %1</source>
        <comment>duration</comment>
        <translation>探针程序已 %1 没有消息</translation>
    </message>
    <message>
        <source>Starting…</source>
        <translation>正在启动…</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <comment>points</comment>
        <translation>%2 个中的 %1 个</translation>
    </message>
    <message>
        <source>about %1 left</source>
        <comment>duration</comment>
        <translation>约剩 %1</translation>
    </message>
</context>
<context>
    <name>SaveAdvice</name>
    <message>
        <source>The disk is full: free some space, or save to another disk.</source>
        <translation>磁盘已满：请腾出空间，或保存到另一个磁盘。</translation>
    </message>
    <message>
        <source>The file is too large for that disk: save to another folder.</source>
        <translation>那里不允许这么大的文件：请保存到另一个文件夹。</translation>
    </message>
    <message>
        <source>That disk is read-only: save to another folder.</source>
        <translation>该磁盘是只读的：请保存到另一个文件夹。</translation>
    </message>
    <message>
        <source>You have no permission to write it: save under another name in a folder of your own.</source>
        <translation>没有写入权限：请换个名字保存到您自己的文件夹。</translation>
    </message>
    <message>
        <source>Its folder does not exist: save to another folder.</source>
        <translation>它的文件夹不存在：请保存到另一个文件夹。</translation>
    </message>
    <message>
        <source>Save under a shorter name.</source>
        <translation>请用更短的名字保存。</translation>
    </message>
    <message>
        <source>Save under another name or to another folder.</source>
        <translation>请换个名字或换个文件夹保存。</translation>
    </message>
    <message>
        <source>The old content is unchanged.</source>
        <translation>原有内容保持不变。</translation>
    </message>
</context>
<context>
    <name>ScatterAxis</name>
    <message>
        <source>%1 (%2)</source>
        <comment>what is measured, unit</comment>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>%1, logarithmic</source>
        <comment>title of an axis</comment>
        <translation>%1，对数刻度</translation>
    </message>
</context>
<context>
    <name>ScatterPlot</name>
    <message>
        <source>limit %1</source>
        <comment>memory</comment>
        <translation>上限 %1</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>另有 %1 个</translation>
    </message>
</context>
<context>
    <name>ScheduleGroups</name>
    <message>
        <source>One stage per rank</source>
        <translation>每 rank 一个阶段</translation>
    </message>
    <message>
        <source>Several stages per rank</source>
        <translation>每 rank 多个阶段</translation>
    </message>
    <message>
        <source>V-shaped</source>
        <translation>V 形</translation>
    </message>
    <message>
        <source>Bidirectional</source>
        <translation>双向</translation>
    </message>
    <message>
        <source>Optimized for the costs</source>
        <translation>按开销搜索</translation>
    </message>
</context>
<context>
    <name>SelectionCsv</name>
    <message>
        <source>The measured area has %1 actions, but at most %2 can be copied. Measure a smaller area.</source>
        <translation>测量区域有 %1 个动作，但最多复制 %2 个。请测量小一些的区域。</translation>
    </message>
</context>
<context>
    <name>SpokenText</name>
    <message>
        <source>%1 to %2, %3 of them</source>
        <comment>stages, how many</comment>
        <translation>%1 至 %2，其中 %3 个</translation>
    </message>
    <message>
        <source>%1 and %2</source>
        <translation>%1 和 %2</translation>
    </message>
    <message>
        <source>Rank %1</source>
        <translation>Rank %1</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>rank, stages</comment>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>stage %1</source>
        <translation>阶段 %1</translation>
    </message>
    <message>
        <source>stages %1</source>
        <translation>阶段 %1</translation>
    </message>
    <message>
        <source>%1, no trace</source>
        <comment>rank</comment>
        <translation>%1，没有 trace</translation>
    </message>
    <message>
        <source>%1, idle %2</source>
        <translation>%1，空闲 %2</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <comment>times</comment>
        <translation>%1 至 %2</translation>
    </message>
    <message>
        <source>rank %1</source>
        <translation>rank %1</translation>
    </message>
    <message>
        <source>overlapped</source>
        <translation>重叠</translation>
    </message>
    <message>
        <source>waits for %1 of rank %2</source>
        <translation>等待 rank %2 的 %1</translation>
    </message>
    <message>
        <source>slack %1</source>
        <translation>松弛时间 %1</translation>
    </message>
    <message>
        <source>Idle, rank %1, %2</source>
        <translation>空闲，rank %1，%2</translation>
    </message>
    <message>
        <source>Shown: %1.</source>
        <translation>显示范围：%1。</translation>
    </message>
    <message>
        <source>Hidden lanes: %1.</source>
        <translation>已隐藏的泳道：%1。</translation>
    </message>
    <message>
        <source>Measured: %1, ranks: %2.</source>
        <translation>测量区域：%1，rank：%2。</translation>
    </message>
    <message>
        <source>Notes: %1.</source>
        <translation>批注：%1。</translation>
    </message>
    <message>
        <source>Hidden</source>
        <translation>已隐藏</translation>
    </message>
    <message>
        <source>Pinned</source>
        <translation>已置顶</translation>
    </message>
    <message>
        <source>Folded</source>
        <translation>已折叠</translation>
    </message>
    <message>
        <source>Note: %1, %2</source>
        <comment>text, times</comment>
        <translation>批注：%1，%2</translation>
    </message>
    <message>
        <source>Measured area, %1, %2</source>
        <comment>times, totals</comment>
        <translation>测量区域，%1，%2</translation>
    </message>
    <message>
        <source>%1 of rank %2</source>
        <comment>action</comment>
        <translation>rank %2 的 %1</translation>
    </message>
    <message>
        <source>%1 more</source>
        <translation>另外 %1 个</translation>
    </message>
    <message>
        <source>%1. Step by step: %2</source>
        <comment>the reason, its actions</comment>
        <translation>%1。逐步原因：%2</translation>
    </message>
    <message>
        <source>, after </source>
        <comment>between actions of which each waits for the next</comment>
        <translation>，在其之前是 </translation>
    </message>
</context>
<context>
    <name>StageTimes</name>
    <message>
        <source>%1 has layers for %2 stages; the layers of the shown calibration are used.</source>
        <comment>file, count</comment>
        <translation>%1 的层数按 %2 个阶段划分：采用所显示标定的划分。</translation>
    </message>
    <message>
        <source>Stage %1</source>
        <translation>阶段 %1</translation>
    </message>
    <message>
        <source>Stages %1–%2</source>
        <comment>first, last</comment>
        <translation>阶段 %1–%2</translation>
    </message>
    <message>
        <source>1 layer</source>
        <translation>1 层</translation>
    </message>
    <message>
        <source>%1 layers</source>
        <translation>%1 层</translation>
    </message>
    <message>
        <source>embedding</source>
        <translation>嵌入层</translation>
    </message>
    <message>
        <source>head</source>
        <translation>输出头</translation>
    </message>
</context>
<context>
    <name>StartPage</name>
    <message>
        <source>today, %1</source>
        <comment>time of day</comment>
        <translation>今天 %1</translation>
    </message>
    <message>
        <source>yesterday, %1</source>
        <comment>time of day</comment>
        <translation>昨天 %1</translation>
    </message>
    <message>
        <source>idle %1</source>
        <comment>percent</comment>
        <translation>空闲 %1</translation>
    </message>
</context>
<context>
    <name>StreamIndex</name>
    <message>
        <source>%1 #%2</source>
        <comment>lane, number</comment>
        <translation>%1 #%2</translation>
    </message>
    <message>
        <source>rank %1 · </source>
        <translation>rank %1 · </translation>
    </message>
    <message>
        <source>pipeline</source>
        <translation>流水线</translation>
    </message>
</context>
<context>
    <name>SweepMeasure</name>
    <message>
        <source>Step time</source>
        <translation>步时间</translation>
    </message>
    <message>
        <source>Time per microbatch</source>
        <translation>每微批次时间</translation>
    </message>
    <message>
        <source>Bubble rate</source>
        <translation>气泡率</translation>
    </message>
    <message>
        <source>Peak memory</source>
        <translation>显存峰值</translation>
    </message>
    <message>
        <source>Ranks</source>
        <translation>Rank 数</translation>
    </message>
    <message>
        <source>Microbatches</source>
        <translation>微批次数</translation>
    </message>
    <message>
        <source>Stages per rank</source>
        <translation>每个 rank 的阶段数</translation>
    </message>
    <message>
        <source>Latency</source>
        <translation>延迟</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>what is measured, unit</comment>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>%1 ranks × %2 microbatches</source>
        <translation>%1 个 rank × %2 个微批次</translation>
    </message>
    <message>
        <source>%1 stages per rank</source>
        <translation>每个 rank %1 个阶段</translation>
    </message>
    <message>
        <source>latency %1</source>
        <translation>延迟 %1</translation>
    </message>
    <message>
        <source>1 stage per rank</source>
        <translation>每个 rank 1 个阶段</translation>
    </message>
    <message>
        <source>activations</source>
        <translation>份激活</translation>
    </message>
</context>
<context>
    <name>TimelineCommands</name>
    <message>
        <source>Zoom and pan</source>
        <translation>缩放与平移</translation>
    </message>
    <message>
        <source>Zoom &amp;in</source>
        <translation>放大(&amp;I)</translation>
    </message>
    <message>
        <source>Zoom &amp;out</source>
        <translation>缩小(&amp;O)</translation>
    </message>
    <message>
        <source>Pan &amp;left</source>
        <translation>向左平移(&amp;L)</translation>
    </message>
    <message>
        <source>Pan &amp;right</source>
        <translation>向右平移(&amp;R)</translation>
    </message>
    <message>
        <source>Fit</source>
        <translation>适应</translation>
    </message>
    <message>
        <source>Zoom to &amp;selection, then fit it</source>
        <translation>聚焦所选，再次则铺满(&amp;S)</translation>
    </message>
    <message>
        <source>Lanes &amp;up</source>
        <translation>泳道上翻(&amp;U)</translation>
    </message>
    <message>
        <source>Lanes &amp;down</source>
        <translation>泳道下翻(&amp;D)</translation>
    </message>
    <message>
        <source>View &amp;back</source>
        <translation>视图后退(&amp;B)</translation>
    </message>
    <message>
        <source>View for&amp;ward</source>
        <translation>视图前进(&amp;W)</translation>
    </message>
    <message>
        <source>Selection</source>
        <translation>选择</translation>
    </message>
    <message>
        <source>Kinds</source>
        <translation>种类</translation>
    </message>
    <message>
        <source>Zoom at the pointer</source>
        <translation>以指针为中心缩放</translation>
    </message>
    <message>
        <source>Ctrl+wheel, pinch</source>
        <translation>Ctrl+滚轮，双指捏合</translation>
    </message>
    <message>
        <source>Pan</source>
        <translation>平移</translation>
    </message>
    <message>
        <source>Shift+wheel, middle drag, Space+drag</source>
        <translation>Shift+滚轮，中键拖动，空格+拖动</translation>
    </message>
    <message>
        <source>Scroll lanes</source>
        <translation>滚动泳道</translation>
    </message>
    <message>
        <source>Wheel</source>
        <translation>滚轮</translation>
    </message>
    <message>
        <source>Zoom to a range</source>
        <translation>缩放到一段范围</translation>
    </message>
    <message>
        <source>Drag on the ruler</source>
        <translation>在标尺上拖动</translation>
    </message>
    <message>
        <source>Fit an action or a gap</source>
        <translation>铺满一个动作或空隙</translation>
    </message>
    <message>
        <source>Double-click</source>
        <translation>双击</translation>
    </message>
    <message>
        <source>View back, forward</source>
        <translation>视图后退、前进</translation>
    </message>
    <message>
        <source>The mouse&apos;s own buttons</source>
        <translation>鼠标的后退、前进键</translation>
    </message>
    <message>
        <source>Select an action or a gap</source>
        <translation>选择一个动作或空隙</translation>
    </message>
    <message>
        <source>Click</source>
        <translation>单击</translation>
    </message>
    <message>
        <source>Show the context menu</source>
        <translation>此处可做的操作：右键菜单</translation>
    </message>
    <message>
        <source>Right click</source>
        <translation>右键单击</translation>
    </message>
    <message>
        <source>Hide or show a kind</source>
        <translation>隐藏或显示一个种类</translation>
    </message>
    <message>
        <source>Click in the legend</source>
        <translation>单击图例</translation>
    </message>
    <message>
        <source>Show a kind alone</source>
        <translation>只显示一个种类</translation>
    </message>
    <message>
        <source>Alt+click in the legend</source>
        <translation>Alt+单击图例</translation>
    </message>
    <message>
        <source>&amp;Next on the lane</source>
        <translation>泳道上的下一个(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Previous on the lane</source>
        <translation>泳道上的上一个(&amp;P)</translation>
    </message>
    <message>
        <source>Lane &amp;above</source>
        <translation>上一条泳道(&amp;A)</translation>
    </message>
    <message>
        <source>Lane &amp;below</source>
        <translation>下一条泳道(&amp;B)</translation>
    </message>
    <message>
        <source>What it &amp;waited for</source>
        <translation>它等待的动作(&amp;W)</translation>
    </message>
    <message>
        <source>What ne&amp;eds it</source>
        <translation>需要它的动作(&amp;E)</translation>
    </message>
    <message>
        <source>Selection bac&amp;k</source>
        <translation>选择后退(&amp;K)</translation>
    </message>
    <message>
        <source>Selection &amp;forward</source>
        <translation>选择前进(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Clear</source>
        <translation>清除(&amp;C)</translation>
    </message>
    <message>
        <source>Conte&amp;xt menu</source>
        <translation>右键菜单(&amp;X)</translation>
    </message>
    <message>
        <source>Next &amp;bubble</source>
        <translation>下一个气泡(&amp;B)</translation>
    </message>
    <message>
        <source>Previous b&amp;ubble</source>
        <translation>上一个气泡(&amp;U)</translation>
    </message>
    <message>
        <source>View</source>
        <translation>视图</translation>
    </message>
    <message>
        <source>&amp;Critical path</source>
        <translation>关键路径(&amp;C)</translation>
    </message>
    <message>
        <source>Turn %1 on or off</source>
        <comment>kind</comment>
        <translation>显示或隐藏%1</translation>
    </message>
    <message>
        <source>Communication and FSDP</source>
        <translation>通信和 FSDP</translation>
    </message>
    <message>
        <source>hide show filter legend</source>
        <translation>隐藏 显示 过滤 图例 hide show filter legend</translation>
    </message>
    <message>
        <source>&amp;Fit all, then all ranks</source>
        <translation>显示全部，再次则显示所有 rank(&amp;F)</translation>
    </message>
    <message>
        <source>Higher or lower lanes; 0 is back</source>
        <translation>调高或调低泳道；按 0 恢复</translation>
    </message>
    <message>
        <source>Ctrl+Shift+wheel</source>
        <translation>Ctrl+Shift+滚轮</translation>
    </message>
</context>
<context>
    <name>TraceRows</name>
    <message>
        <source>%1 µs</source>
        <translation>%1 µs</translation>
    </message>
    <message>
        <source>rank %1</source>
        <translation>rank %1</translation>
    </message>
    <message>
        <source>read up to its damage</source>
        <translation>读到损坏处为止</translation>
    </message>
    <message>
        <source>the same order, up to where the step ends</source>
        <translation>顺序一致，就该步所含而言</translation>
    </message>
    <message>
        <source>the same order, with its I and W as one B</source>
        <translation>顺序一致，其 I 与 W 合为 B</translation>
    </message>
    <message>
        <source>the same order on every rank</source>
        <translation>所有 rank 的顺序一致</translation>
    </message>
    <message>
        <source>the same order on every rank with a trace</source>
        <translation>有 trace 的 rank 顺序都一致</translation>
    </message>
    <message>
        <source>first microbatch left out</source>
        <translation>未计第一个微批次</translation>
    </message>
    <message>
        <source>estimated from overlapped blocks</source>
        <translation>由重叠块估算</translation>
    </message>
    <message>
        <source>%1, from %2 to %3</source>
        <comment>median, least, most</comment>
        <translation>%1，%2 至 %3</translation>
    </message>
    <message>
        <source>stage %1</source>
        <translation>阶段 %1</translation>
    </message>
    <message>
        <source>%1 ± %2</source>
        <translation>%1 ± %2</translation>
    </message>
    <message>
        <source>µs</source>
        <translation>µs</translation>
    </message>
    <message>
        <source>%1 (µs)</source>
        <translation>%1（µs）</translation>
    </message>
    <message>
        <source>%1, in %2</source>
        <translation>%1，以 %2 为单位</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>Rank</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>Kept</source>
        <translation>保留</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>主机</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>说明</translation>
    </message>
    <message>
        <source>Schedule</source>
        <translation>调度</translation>
    </message>
    <message>
        <source>Same</source>
        <translation>一致</translation>
    </message>
    <message>
        <source>First difference</source>
        <translation>首个不同</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>种类</translation>
    </message>
    <message>
        <source>Stage</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>Median</source>
        <translation>中位数</translation>
    </message>
    <message>
        <source>Spread</source>
        <translation>离散度</translation>
    </message>
    <message>
        <source>Median absolute deviation</source>
        <translation>绝对中位差</translation>
    </message>
    <message>
        <source>Count</source>
        <translation>数量</translation>
    </message>
    <message>
        <source>Least</source>
        <translation>最小</translation>
    </message>
    <message>
        <source>Most</source>
        <translation>最大</translation>
    </message>
    <message>
        <source>Outliers</source>
        <translation>离群值</translation>
    </message>
    <message>
        <source>Action</source>
        <translation>动作</translation>
    </message>
    <message>
        <source>Cause</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Later</source>
        <translation>推后</translation>
    </message>
    <message>
        <source>Starts later than predicted</source>
        <translation>比预测晚开始</translation>
    </message>
    <message>
        <source>Longer</source>
        <translation>多用</translation>
    </message>
    <message>
        <source>Takes longer than predicted</source>
        <translation>比预测用时长</translation>
    </message>
    <message>
        <source>Gap</source>
        <translation>空隙</translation>
    </message>
    <message>
        <source>The gap before it is longer than predicted</source>
        <translation>它之前的空隙比预测长</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>Measured start</source>
        <translation>实测开始</translation>
    </message>
    <message>
        <source>Extra</source>
        <translation>多出</translation>
    </message>
    <message>
        <source>Measured minus predicted end</source>
        <translation>实测结束减去预测结束</translation>
    </message>
    <message>
        <source>Compute</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>Of which longer compute</source>
        <translation>其中：计算变长</translation>
    </message>
    <message>
        <source>Wait</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>Of which longer waits for late messages</source>
        <translation>其中：等待迟到消息变长</translation>
    </message>
    <message>
        <source>Transfer</source>
        <translation>传输</translation>
    </message>
    <message>
        <source>Of which longer transfers</source>
        <translation>其中：传输变长</translation>
    </message>
    <message>
        <source>Of which gaps that wait for nothing</source>
        <translation>其中：没有等待对象的空隙</translation>
    </message>
    <message>
        <source>Other</source>
        <translation>其他</translation>
    </message>
    <message>
        <source>Of which not modeled</source>
        <translation>其中：模型未涵盖的部分</translation>
    </message>
    <message>
        <source>Measured</source>
        <translation>实测</translation>
    </message>
    <message>
        <source>Measured end</source>
        <translation>实测结束</translation>
    </message>
    <message>
        <source>Predicted</source>
        <translation>预测</translation>
    </message>
    <message>
        <source>Predicted end</source>
        <translation>预测结束</translation>
    </message>
    <message>
        <source>Clock (µs)</source>
        <translation>时钟（µs）</translation>
    </message>
    <message>
        <source>Clock skew (µs)</source>
        <translation>时钟偏差（µs）</translation>
    </message>
    <message>
        <source>What was subtracted from its clock, ± possible error</source>
        <translation>从其时钟中扣除的量，± 可能的误差</translation>
    </message>
    <message>
        <source>Warning</source>
        <translation>警告</translation>
    </message>
    <message>
        <source>%1 %</source>
        <comment>percent</comment>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>replica %1</source>
        <translation>副本 %1</translation>
    </message>
    <message>
        <source>global rank %1</source>
        <translation>全局 rank %1</translation>
    </message>
    <message>
        <source>global ranks %1</source>
        <translation>全局 rank %1</translation>
    </message>
    <message>
        <source>one of %1 replicas</source>
        <translation>共 %1 个副本</translation>
    </message>
    <message>
        <source>%1, step as long as the others</source>
        <comment>one of 2 replicas</comment>
        <translation>%1，本副本的步与其余一样长</translation>
    </message>
    <message>
        <source>%1, step %2 longer than the others</source>
        <comment>one of 2 replicas, share</comment>
        <translation>%1，本副本的步比其余长 %2</translation>
    </message>
    <message>
        <source>%1, step %2 shorter than the others</source>
        <comment>one of 2 replicas, share</comment>
        <translation>%1，本副本的步比其余短 %2</translation>
    </message>
    <message>
        <source>Replica</source>
        <translation>副本</translation>
    </message>
    <message>
        <source>%1, shown</source>
        <comment>replica 0</comment>
        <translation>%1（当前）</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>Step, from first to last compute</source>
        <translation>步：从第一个计算到最后一个计算</translation>
    </message>
    <message>
        <source>Step against the median of the other replicas (%)</source>
        <translation>步与其余副本中位数之差（%）</translation>
    </message>
    <message>
        <source>Compute of a rank, mean</source>
        <translation>每个 rank 的计算时间，平均值</translation>
    </message>
    <message>
        <source>More compute</source>
        <translation>计算多</translation>
    </message>
    <message>
        <source>Compute against the median of the other replicas (%)</source>
        <translation>计算时间与其余副本中位数之差（%）</translation>
    </message>
    <message>
        <source>Slowest rank</source>
        <translation>最慢的 rank</translation>
    </message>
    <message>
        <source>Rank with the most compute against the same rank of the others (%)</source>
        <translation>与其余副本的同一 rank 相比计算时间最多的 rank（%）</translation>
    </message>
    <message>
        <source>rank %1 (%2)</source>
        <comment>rank, +5.6 %</comment>
        <translation>rank %1（%2）</translation>
    </message>
    <message>
        <source>Global ranks</source>
        <translation>全局 rank</translation>
    </message>
    <message>
        <source>%1, rank %2</source>
        <comment>replica 1</comment>
        <translation>%1，rank %2</translation>
    </message>
    <message>
        <source>assumed</source>
        <translation>假定值</translation>
    </message>
</context>
<context>
    <name>TraceWords</name>
    <message>
        <source>no known schedule has this size</source>
        <translation>没有已知调度是这种形状</translation>
    </message>
    <message>
        <source>%1, exact on %2 of %3 ranks (%4)</source>
        <comment>schedule, counts, rank 2 has no trace</comment>
        <translation>%1，%3 个 rank 中 %2 个完全一致（%4）</translation>
    </message>
    <message>
        <source>%1, exact with I and W merged</source>
        <translation>%1，I 与 W 合并后完全一致</translation>
    </message>
    <message>
        <source>%1, exact</source>
        <translation>%1，完全一致</translation>
    </message>
    <message>
        <source>%1, up to where the step ends (%2 of %3 actions)</source>
        <comment>schedule, counts</comment>
        <translation>%1，就该步所含而言（%3 个动作中的 %2 个）</translation>
    </message>
    <message>
        <source>nearest: %1, %2 the same</source>
        <translation>最接近：%1，%2 一致</translation>
    </message>
    <message>
        <source>%1; %2</source>
        <translation>%1；%2</translation>
    </message>
    <message>
        <source>%1: exact with I and W merged</source>
        <translation>%1：I 与 W 合并后完全一致</translation>
    </message>
    <message>
        <source>%1: exact</source>
        <translation>%1：完全一致</translation>
    </message>
    <message>
        <source>%1: %2 the same</source>
        <translation>%1：%2 一致</translation>
    </message>
    <message>
        <source>%1: first difference rank %2, action %3</source>
        <translation>%1：首个不同在 rank %2，动作 %3</translation>
    </message>
    <message>
        <source>no pipeline actions</source>
        <translation>没有流水线动作</translation>
    </message>
    <message>
        <source>measured %1</source>
        <translation>实测 %1</translation>
    </message>
    <message>
        <source>of all %1 ranks</source>
        <translation>全部 %1 个 rank</translation>
    </message>
    <message>
        <source>predicted %1</source>
        <translation>预测 %1</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>%1 · %2 (%3)</source>
        <translation>%1 · %2（%3）</translation>
    </message>
    <message>
        <source>hop latency %1 of %2 pairs</source>
        <translation>%2 对 rank 的单跳延迟 %1</translation>
    </message>
    <message>
        <source>hop latency unknown: no pair waited</source>
        <translation>单跳延迟未知：没有等待的 rank 对</translation>
    </message>
    <message>
        <source>host overhead %1</source>
        <translation>主机开销 %1</translation>
    </message>
    <message>
        <source>straggler: rank %1, %2 times as slow</source>
        <translation>慢卡：rank %1，用时为其他的 %2 倍</translation>
    </message>
    <message>
        <source>%1 actions, inferred from autograd and messages</source>
        <translation>%1 个动作，由 autograd 和消息推断</translation>
    </message>
    <message>
        <source>%1 labels of %2</source>
        <translation>%2 的 %1 个标签</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>GPU busy %1 · compute %2 · communication %3, %4 hidden, %5 exposed · F : B : W %6 : %7 : %8</source>
        <translation>GPU 忙 %1 · 计算 %2 · 通信 %3，其中隐藏 %4、暴露 %5 · F : B : W %6 : %7 : %8</translation>
    </message>
    <message>
        <source>µs</source>
        <translation>µs</translation>
    </message>
    <message>
        <source>ms</source>
        <translation>毫秒</translation>
    </message>
    <message>
        <source>s</source>
        <translation>秒</translation>
    </message>
    <message>
        <source>measured, %1</source>
        <comment>step 12</comment>
        <translation>实测，%1</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>第 %1 步</translation>
    </message>
    <message>
        <source>%1, replica %2</source>
        <comment>step 12</comment>
        <translation>%1，副本 %2</translation>
    </message>
</context>
<context>
    <name>UnreadCells</name>
    <message>
        <source>1 cell of %1</source>
        <comment>file</comment>
        <translation>%1 的 1 个单元格</translation>
    </message>
    <message>
        <source>%1 cells of %2</source>
        <comment>number, file</comment>
        <translation>%2 的 %1 个单元格</translation>
    </message>
</context>
<context>
    <name>WhatIfText</name>
    <message>
        <source>rank %1 %2</source>
        <comment>rank, factor</comment>
        <translation>rank %1 %2</translation>
    </message>
    <message>
        <source>stage %1 %2</source>
        <comment>stage, factor</comment>
        <translation>阶段 %1 %2</translation>
    </message>
    <message>
        <source>transfers %1</source>
        <comment>factor</comment>
        <translation>传输 %1</translation>
    </message>
</context>
<context>
    <name>WindowServices</name>
    <message>
        <source>%1 was not written.</source>
        <comment>file</comment>
        <translation>%1 没有写入。</translation>
    </message>
    <message>
        <source>Exported to %1</source>
        <comment>file</comment>
        <translation>已导出到 %1</translation>
    </message>
    <message>
        <source>Open</source>
        <comment>the exported file</comment>
        <translation>打开</translation>
    </message>
    <message>
        <source>Show in folder</source>
        <translation>在文件夹中显示</translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::BestCurve</name>
    <message>
        <source>The best time during the search</source>
        <translation>搜索过程中的最短时间</translation>
    </message>
    <message>
        <source>Nothing has been found yet.</source>
        <translation>尚未找到。</translation>
    </message>
    <message>
        <source>%1 at first, %2 after %3 s</source>
        <comment>time, time, seconds</comment>
        <translation>起初 %1，%3 s 后 %2</translation>
    </message>
    <message>
        <source>best so far</source>
        <translation>目前最佳</translation>
    </message>
    <message>
        <source>The best time is plotted here during the search.</source>
        <translation>最短时间如何下降将画在这里。</translation>
    </message>
    <message>
        <source>lower bound</source>
        <translation>下界</translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::BlockForm</name>
    <message>
        <source>Embedding</source>
        <translation>嵌入层</translation>
    </message>
    <message>
        <source>What the first stage takes in addition to its layers</source>
        <translation>第一个阶段除各层之外的用时</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>层</translation>
    </message>
    <message>
        <source>What one layer takes</source>
        <translation>一层的用时</translation>
    </message>
    <message>
        <source>Head</source>
        <translation>输出头</translation>
    </message>
    <message>
        <source>What the last stage takes in addition to its layers</source>
        <translation>最后一个阶段除各层之外的用时</translation>
    </message>
    <message>
        <source>Per action</source>
        <translation>每个动作</translation>
    </message>
    <message>
        <source>What every F, I, W and B takes in addition to its blocks, such as launching it</source>
        <translation>每个 F、I、W、B 除各块之外的用时：发起它</translation>
    </message>
    <message>
        <source>What the stages take</source>
        <translation>各阶段的用时</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>block, kind</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1 of %2 must be a number of at least 0</source>
        <comment>kind, block</comment>
        <translation>%2的 %1 须为不小于 0 的数</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>block, kind</comment>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>With experts</source>
        <translation>含专家层</translation>
    </message>
    <message>
        <source>What one layer with experts takes</source>
        <translation>一个含专家的层的开销</translation>
    </message>
    <message>
        <source>Prediction</source>
        <translation>预测层</translation>
    </message>
    <message>
        <source>What one layer of multi-token prediction takes</source>
        <translation>一个多 token 预测层的开销</translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::BubblesModel</name>
    <message>
        <source>Rank</source>
        <translation>Rank</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>Length</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>Share of bubble</source>
        <translation>占气泡比例</translation>
    </message>
    <message>
        <source>How much of the critical path passes while the rank waits for it in this gap: the length of the gap divided by the length of the path if the action that ends the gap is on the path, otherwise 0 %.</source>
        <translation>该空隙期间，该 rank 等待关键路径所占的路径长度：若结束空隙的动作在关键路径上，即空隙长度与路径长度之比，否则为 0 %。</translation>
    </message>
    <message>
        <source>Share of critical path</source>
        <translation>占关键路径比例</translation>
    </message>
    <message>
        <source>When</source>
        <translation>时期</translation>
    </message>
    <message>
        <source>%1: the phase of the rank&apos;s run that the gap is in.</source>
        <comment>phase</comment>
        <translation>%1：间隙所处的该 rank 运行时期。</translation>
    </message>
    <message>
        <source>The phase of the rank&apos;s run that the gap is in, whatever it waits for: a gap in the cool-down may wait for another rank or have nothing left to do.</source>
        <translation>间隙所处的该 rank 运行时期，与其等待什么无关：冷却期的间隙可能在等待另一个 rank，也可能已无任务。</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>What the gap waits for. The tool tip of a row has the whole reason; the buttons above show the sum for each.</source>
        <translation>间隙在等待什么。行的提示给出完整原因；上方的按钮显示各项合计。</translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::BubblesPanel</name>
    <message>
        <source>Bubbles</source>
        <translation>气泡</translation>
    </message>
    <message>
        <source>Go to the bubble</source>
        <translation>转到该气泡</translation>
    </message>
    <message>
        <source>Fit the bubble</source>
        <translation>铺满该气泡</translation>
    </message>
    <message>
        <source>Only this rank</source>
        <translation>仅此 rank</translation>
    </message>
    <message>
        <source>Filter: 2F3, transfer…</source>
        <translation>过滤：2F3，传输…</translation>
    </message>
    <message>
        <source>In view</source>
        <translation>视图内</translation>
    </message>
    <message>
        <source>List only the bubbles in the shown range.</source>
        <translation>只列出显示范围内的气泡。</translation>
    </message>
    <message>
        <source>In the area</source>
        <translation>区域内</translation>
    </message>
    <message>
        <source>List only the bubbles in the measured area.</source>
        <translation>只列出测量区域内的气泡。</translation>
    </message>
    <message>
        <source>The bubbles are still being computed: nothing was copied.</source>
        <translation>气泡仍在计算中：没有复制任何内容。</translation>
    </message>
    <message>
        <source>There are no bubbles to copy.</source>
        <translation>没有可复制的气泡。</translation>
    </message>
    <message>
        <source>The longest %1 bubbles were copied as CSV; %2 shorter ones were left out.</source>
        <translation>最长的 %1 个气泡已复制为 CSV；略去 %2 个较短的。</translation>
    </message>
    <message>
        <source>1 bubble copied as CSV.</source>
        <translation>1 个气泡已复制为 CSV。</translation>
    </message>
    <message>
        <source>%1 bubbles copied as CSV.</source>
        <translation>%1 个气泡已复制为 CSV。</translation>
    </message>
    <message>
        <source>Computing the bubbles…</source>
        <translation>正在计算气泡…</translation>
    </message>
    <message>
        <source>Searching %1 bubbles…</source>
        <translation>正在查看 %1 个气泡…</translation>
    </message>
    <message>
        <source>This order cannot run, so its gaps have no cause yet. Problems shows why.</source>
        <translation>这个顺序无法运行，因此空隙尚无原因。“问题”面板说明为什么。</translation>
    </message>
    <message>
        <source>Some ranks have no trace, so the program cannot say what the gaps of the others wait for.</source>
        <translation>有些 rank 没有 trace，因此不知道其他 rank 的空隙在等待什么。</translation>
    </message>
    <message>
        <source>There is not enough memory to compute the bubbles.</source>
        <translation>内存不足，无法计算气泡。</translation>
    </message>
    <message>
        <source>No bubbles: every rank computes from start to end.</source>
        <translation>没有气泡：每个 rank 从头到尾都在计算。</translation>
    </message>
    <message>
        <source>No bubble matches the filter.</source>
        <translation>没有符合条件的气泡。</translation>
    </message>
    <message>
        <source>%1 shorter ones, %2 in total, are counted but not listed.</source>
        <translation>还有 %1 个较短的，共 %2，已计入但未列出。</translation>
    </message>
    <message>
        <source>The marked bubble is one of those.</source>
        <translation>标记的气泡是其中之一。</translation>
    </message>
    <message>
        <source>The filter hides the marked bubble.</source>
        <translation>标记的气泡不在此过滤结果中。</translation>
    </message>
    <message>
        <source>Filter by when and why</source>
        <translation>按时期和原因筛选</translation>
    </message>
    <message>
        <source>%1 of %2 bubbles · %3 of %4 idle · %5 of compute</source>
        <comment>counts, times, percent</comment>
        <translation>%2 个气泡中的 %1 个 · 空闲 %4 中的 %3 · 相当于计算的 %5</translation>
    </message>
    <message>
        <source>%1 bubbles · %2 idle · %3 of compute</source>
        <comment>count, time, percent</comment>
        <translation>%1 个气泡 · 空闲 %2 · 相当于计算的 %3</translation>
    </message>
    <message>
        <source>Show all</source>
        <translation>全部显示</translation>
    </message>
    <message>
        <source>List bubbles of every reason</source>
        <translation>列出所有原因的气泡</translation>
    </message>
    <message>
        <source>%1 of %2 bubbles · %3 · %4 of %5 idle</source>
        <comment>counts, why, times</comment>
        <translation>%2 个气泡中的 %1 个 · %3 · 空闲 %5 中的 %4</translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::CalibrateController</name>
    <message>
        <source>calibration probe gpu cuda measure estimate datasheet model times costs</source>
        <translation>标定 探针 测量 估算 规格 模型 时间 开销 calibration probe gpu cuda measure estimate datasheet model times costs</translation>
    </message>
    <message>
        <source>Cali&amp;brate…</source>
        <translation>标定(&amp;B)…</translation>
    </message>
    <message>
        <source>Open a model</source>
        <translation>打开模型</translation>
    </message>
    <message>
        <source>Open a device</source>
        <translation>打开设备</translation>
    </message>
    <message>
        <source>Compare with a calibration</source>
        <translation>与标定对比</translation>
    </message>
    <message>
        <source>JSON (*.json);;All files (*)</source>
        <translation>JSON (*.json);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Calibration</source>
        <translation>标定</translation>
    </message>
    <message>
        <source>Applied to the plot. Undo in the main window reverts it.</source>
        <translation>已应用到图中。可在那里撤销。</translation>
    </message>
    <message>
        <source>Saved to %1</source>
        <comment>file</comment>
        <translation>已保存到 %1</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>工具</translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::CalibrateDialog</name>
    <message>
        <source>Calibrate</source>
        <translation>标定</translation>
    </message>
    <message>
        <source>Estimate</source>
        <translation>估算</translation>
    </message>
    <message>
        <source>Measure</source>
        <translation>测量</translation>
    </message>
    <message>
        <source>Source of the times</source>
        <translation>时间的来源</translation>
    </message>
    <message>
        <source>Parts of the form</source>
        <translation>表单的各部分</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Datasheet</source>
        <translation>规格数据</translation>
    </message>
    <message>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>Save…</source>
        <translation>保存…</translation>
    </message>
    <message>
        <source>Writes the shown times as a calibration file</source>
        <translation>把显示的时间写成标定文件</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Apply to the plot</source>
        <translation>应用到图中</translation>
    </message>
    <message>
        <source>Uses the shown times as the costs of the schedule</source>
        <translation>把显示的时间用作该调度的开销</translation>
    </message>
    <message>
        <source>Nothing has been measured yet: press Start measuring.</source>
        <translation>尚未测量：请按“开始测量”。</translation>
    </message>
    <message>
        <source>The times appear when all are measured.</source>
        <translation>全部测完后显示时间。</translation>
    </message>
    <message>
        <source>There is no GPU to measure on: choose Estimate.</source>
        <translation>没有可用于测量的 GPU：请选择“估算”。</translation>
    </message>
    <message>
        <source>estimate</source>
        <translation>估算</translation>
    </message>
    <message>
        <source>Computed from the datasheet with every change; nothing is measured.</source>
        <translation>随每次修改由规格数据算出；没有测量。</translation>
    </message>
    <message>
        <source>A value under GPU is not valid.</source>
        <translation>“GPU”下有一个值不可用。</translation>
    </message>
    <message>
        <source>There is no GPU to measure on.</source>
        <translation>没有可用于测量的 GPU。</translation>
    </message>
    <message>
        <source> — more than the GPU has</source>
        <translation> — 超过该 GPU 的容量</translation>
    </message>
    <message>
        <source>The times shown were measured with other values.</source>
        <translation>显示的结果是用其他数值测得的。</translation>
    </message>
    <message>
        <source>measurement</source>
        <translation>测量</translation>
    </message>
    <message>
        <source>The probe ended in the middle of its report</source>
        <translation>探针程序在报告中途结束</translation>
    </message>
    <message>
        <source>Inputs of the times</source>
        <translation>计算时间所用的内容</translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::CandidateModel</name>
    <message>
        <source>–</source>
        <comment>not timed</comment>
        <translation>–</translation>
    </message>
    <message>
        <source>Schedule</source>
        <translation>调度</translation>
    </message>
    <message>
        <source>Peak</source>
        <translation>峰值</translation>
    </message>
    <message>
        <source>Limit</source>
        <comment>whether it is within the limit</comment>
        <translation>上限</translation>
    </message>
    <message>
        <source>within</source>
        <comment>the limit</comment>
        <translation>以内</translation>
    </message>
    <message>
        <source>exceeded</source>
        <comment>the limit</comment>
        <translation>超出</translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::ChartView</name>
    <message>
        <source>Chart</source>
        <translation>图表</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>chart, summary</comment>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::ChartWords</name>
    <message>
        <source>Rank</source>
        <translation>Rank</translation>
    </message>
    <message>
        <source>%1 — %2</source>
        <comment>chart, document</comment>
        <translation>%1 — %2</translation>
    </message>
    <message>
        <source>rank %1 · %2 · %3</source>
        <comment>number, time, what it holds</comment>
        <translation>rank %1 · %2 · %3</translation>
    </message>
    <message>
        <source>rank %1</source>
        <translation>rank %1</translation>
    </message>
    <message>
        <source>ranks %1 to %2, mean</source>
        <translation>rank %1 至 %2，平均</translation>
    </message>
    <message>
        <source>%1 · %2 · %3 · %4</source>
        <comment>rank, kind, time, share</comment>
        <translation>%1 · %2 · %3 · %4</translation>
    </message>
    <message>
        <source>%1 · bubble rate %2 · idle %3 · %4</source>
        <comment>value, rate, share, time</comment>
        <translation>%1 · 气泡率 %2 · 空闲 %3 · %4</translation>
    </message>
    <message>
        <source>lowest to highest</source>
        <translation>最低至最高</translation>
    </message>
    <message>
        <source>median</source>
        <translation>中位数</translation>
    </message>
    <message>
        <source>limit</source>
        <translation>上限</translation>
    </message>
    <message>
        <source>each value</source>
        <translation>各个取值</translation>
    </message>
    <message>
        <source>as it is now</source>
        <translation>当前值</translation>
    </message>
    <message>
        <source>Bubble rate</source>
        <translation>气泡率</translation>
    </message>
    <message>
        <source>Band: lowest to highest of all %1 ranks, dashed: their median; lines: %2 of them.</source>
        <translation>色带：全部 %1 个 rank 的最低至最高，虚线：其中位数；实线：其中 %2 个。</translation>
    </message>
    <message>
        <source>The limit of %1 is far above the chart.</source>
        <translation>上限 %1 远在图上方。</translation>
    </message>
    <message>
        <source>%1 and %2 more</source>
        <comment>values, how many</comment>
        <translation>%1 以及另外 %2 个</translation>
    </message>
    <message>
        <source>Left out: %1 (%2).</source>
        <comment>values, reason</comment>
        <translation>略去：%1（%2）。</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>显存</translation>
    </message>
    <message>
        <source>In flight</source>
        <translation>在途</translation>
    </message>
    <message>
        <source>Time by kind</source>
        <translation>各种类时间</translation>
    </message>
    <message>
        <source>Memory per rank</source>
        <translation>各 rank 显存</translation>
    </message>
    <message>
        <source>Microbatches in flight per rank</source>
        <translation>各 rank 在途微批次</translation>
    </message>
    <message>
        <source>Time by kind per rank</source>
        <translation>各 rank 各种类时间</translation>
    </message>
    <message>
        <source>Bubble rate against ranks</source>
        <translation>气泡率随 rank 数变化</translation>
    </message>
    <message>
        <source>Bubble rate against microbatches</source>
        <translation>气泡率随微批次数变化</translation>
    </message>
    <message>
        <source>Microbatches in flight</source>
        <translation>在途微批次</translation>
    </message>
    <message>
        <source>Microbatches</source>
        <translation>微批次</translation>
    </message>
    <message>
        <source>Time (%1)</source>
        <comment>unit</comment>
        <translation>时间（%1）</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>前向</translation>
    </message>
    <message>
        <source>Backward input</source>
        <translation>输入梯度</translation>
    </message>
    <message>
        <source>Backward weight</source>
        <translation>权重梯度</translation>
    </message>
    <message>
        <source>Backward</source>
        <translation>反向</translation>
    </message>
    <message>
        <source>Overlap</source>
        <translation>重叠</translation>
    </message>
    <message>
        <source>Communication, exposed</source>
        <translation>暴露的通信</translation>
    </message>
    <message>
        <source>FSDP, exposed</source>
        <translation>暴露的 FSDP</translation>
    </message>
    <message>
        <source>Idle</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>Ranks</source>
        <translation>Rank 数</translation>
    </message>
    <message>
        <source>1 rank</source>
        <translation>1 个 rank</translation>
    </message>
    <message>
        <source>1 microbatch</source>
        <translation>1 个微批次</translation>
    </message>
    <message>
        <source>%1 ranks</source>
        <translation>%1 个 rank</translation>
    </message>
    <message>
        <source>%1 microbatches</source>
        <translation>%1 个微批次</translation>
    </message>
    <message>
        <source>Each bar is the mean of %1 ranks.</source>
        <translation>每个条是 %1 个 rank 的平均。</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>还有 %1 个</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>value, reason</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1 ranks, highest %2</source>
        <translation>%1 个 rank，最高 %2</translation>
    </message>
    <message>
        <source>%1 values, %2 left out</source>
        <translation>%1 个取值，略去 %2 个</translation>
    </message>
    <message>
        <source>Memory, %1</source>
        <comment>unit</comment>
        <translation>显存，%1</translation>
    </message>
    <message>
        <source>Left out: %1 (the first: %2).</source>
        <comment>values, reason</comment>
        <translation>略去：%1（第一个：%2）。</translation>
    </message>
    <message>
        <source>Memory, activations</source>
        <translation>显存，激活</translation>
    </message>
    <message>
        <source>Memory, act.</source>
        <comment>activations</comment>
        <translation>显存，激活</translation>
    </message>
    <message>
        <source>%1 activations</source>
        <translation>%1 份激活</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>part, size</comment>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>Rank %1, which holds most; a rank that is selected is shown instead.</source>
        <translation>rank %1，占用最多；若选中其他 rank，则改为显示它。</translation>
    </message>
    <message>
        <source>Rank %1, which is selected.</source>
        <translation>rank %1，当前选中。</translation>
    </message>
    <message>
        <source>Memory by part, rank %1</source>
        <translation>rank %1 的显存构成</translation>
    </message>
    <message>
        <source>Rank %1, highest %2</source>
        <comment>number, level</comment>
        <translation>rank %1，最高 %2</translation>
    </message>
    <message>
        <source>Recompute</source>
        <translation>重计算</translation>
    </message>
    <message>
        <source>Vocabulary</source>
        <translation>词表</translation>
    </message>
    <message>
        <source>Exchange between experts, exposed</source>
        <translation>暴露的专家间交换</translation>
    </message>
    <message>
        <source>Copies to and from the host, exposed</source>
        <translation>暴露的与主机间的复制</translation>
    </message>
    <message>
        <source>Head and tail of the step</source>
        <translation>步的开头和结尾</translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::ChartsController</name>
    <message>
        <source>Charts</source>
        <translation>图表</translation>
    </message>
    <message>
        <source>chart graph plot curve</source>
        <translation>图表 曲线 chart graph plot curve</translation>
    </message>
    <message>
        <source>&amp;Show charts</source>
        <translation>显示图表(&amp;S)</translation>
    </message>
    <message>
        <source>chart range zoom time axis</source>
        <translation>图表 范围 缩放 时间轴 chart range zoom time axis</translation>
    </message>
    <message>
        <source>Charts &amp;follow the timeline</source>
        <translation>图表跟随时间线(&amp;F)</translation>
    </message>
    <message>
        <source>Export chart as &amp;picture…</source>
        <translation>导出图表为图片(&amp;P)…</translation>
    </message>
    <message>
        <source>C&amp;opy chart</source>
        <translation>复制图表(&amp;O)</translation>
    </message>
    <message>
        <source>Select what a chart shows there</source>
        <translation>在时间线中选中图表所示内容</translation>
    </message>
    <message>
        <source>Click in the chart</source>
        <translation>在图表中单击</translation>
    </message>
    <message>
        <source>Zoom in time</source>
        <translation>在时间上缩放</translation>
    </message>
    <message>
        <source>Wheel in the chart</source>
        <translation>在图表中滚动滚轮</translation>
    </message>
    <message>
        <source>Go from value to value, and to its place</source>
        <translation>逐个数据移动，并转到该处</translation>
    </message>
    <message>
        <source>Arrows, Return in the chart</source>
        <translation>在图表中按方向键、回车</translation>
    </message>
    <message>
        <source>&amp;Memory per rank</source>
        <translation>各 rank 显存(&amp;M)</translation>
    </message>
    <message>
        <source>Microbatches in &amp;flight</source>
        <translation>在途微批次(&amp;F)</translation>
    </message>
    <message>
        <source>Time by &amp;kind</source>
        <translation>各种类时间(&amp;K)</translation>
    </message>
    <message>
        <source>&amp;Bubble rate sweep</source>
        <translation>气泡率扫描(&amp;B)</translation>
    </message>
    <message>
        <source>chart graph plot curve memory sweep</source>
        <translation>图表 曲线 显存 内存 扫描 chart graph plot curve memory sweep</translation>
    </message>
    <message>
        <source>There is no chart to export: show one first.</source>
        <translation>没有可导出的图表：请先显示一个。</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>document, chart</comment>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>%1 was not written.</source>
        <comment>file</comment>
        <translation>%1 没有写入。</translation>
    </message>
    <message>
        <source>Export chart as &amp;CSV or JSON…</source>
        <translation>导出图表为 CSV 或 JSON(&amp;C)…</translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::ChartsPanel</name>
    <message>
        <source>Follow the timeline</source>
        <translation>跟随时间线</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Chart</source>
        <translation>图表</translation>
    </message>
    <message>
        <source>Against</source>
        <translation>自变量</translation>
    </message>
    <message>
        <source>The chart and the timeline show the same range of time.</source>
        <translation>图表与时间线显示同一段时间。</translation>
    </message>
    <message>
        <source>Sweep</source>
        <translation>扫描</translation>
    </message>
    <message>
        <source>Export ▾</source>
        <translation>导出 ▾</translation>
    </message>
    <message>
        <source>Export the chart</source>
        <translation>导出图表</translation>
    </message>
    <message>
        <source>Sweep again</source>
        <translation>重新扫描</translation>
    </message>
    <message>
        <source>Cancel the sweep</source>
        <translation>取消扫描</translation>
    </message>
    <message>
        <source>Stopped after %1 of %2 values.</source>
        <translation>在 %2 个取值中的 %1 个之后停止。</translation>
    </message>
    <message>
        <source>There is no chart to copy.</source>
        <translation>没有可复制的图表。</translation>
    </message>
    <message>
        <source>Copied the chart as a picture and as CSV.</source>
        <translation>图表已复制为图片和 CSV。</translation>
    </message>
    <message>
        <source>Copied the chart as a picture; it has too many values for the clipboard: export them as CSV.</source>
        <translation>图表已复制为图片；数据太多，剪贴板放不下：请导出为 CSV。</translation>
    </message>
    <message>
        <source>There is no schedule to chart.</source>
        <translation>没有可绘制图表的调度。</translation>
    </message>
    <message>
        <source>Working…</source>
        <translation>正在计算…</translation>
    </message>
    <message>
        <source>There is not enough memory for this chart.</source>
        <translation>内存不足以绘制此图表。</translation>
    </message>
    <message>
        <source>This order was read from a file or edited. Choose a schedule on the left to see how its bubble rate changes with microbatches or ranks.</source>
        <translation>这个顺序是从文件读取或经过编辑的。请在左侧选择一个调度，以查看其气泡率如何随微批次数或 rank 数变化。</translation>
    </message>
    <message>
        <source>Stopped before the first value.</source>
        <translation>在第一个取值之前停止。</translation>
    </message>
    <message>
        <source>By part</source>
        <translation>按构成</translation>
    </message>
    <message>
        <source>Memory by part</source>
        <translation>显存构成</translation>
    </message>
    <message>
        <source>Stack what one rank holds: parameters, optimizer states, gradients, activations</source>
        <translation>堆叠显示一个 rank 所占用的内容：参数、优化器状态、梯度、激活</translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::ClearButton</name>
    <message>
        <source>Clear</source>
        <translation>清除</translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::CompareController</name>
    <message>
        <source>Compare</source>
        <translation>对比</translation>
    </message>
    <message>
        <source>compare reference against side by side</source>
        <translation>对比 比较 参照 并排 compare reference against side by side</translation>
    </message>
    <message>
        <source>&amp;Keep the current one as reference</source>
        <translation>将当前调度保留为参照(&amp;K)</translation>
    </message>
    <message>
        <source>Compare with a &amp;file…</source>
        <translation>与文件对比(&amp;F)…</translation>
    </message>
    <message>
        <source>Compare with a s&amp;chedule…</source>
        <translation>与调度对比(&amp;C)…</translation>
    </message>
    <message>
        <source>&amp;Next: split, overlay, difference, off</source>
        <translation>下一种：分屏、叠加、差异、关闭(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Off</source>
        <translation>关闭(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Split</source>
        <translation>分屏(&amp;S)</translation>
    </message>
    <message>
        <source>O&amp;verlay</source>
        <translation>叠加(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Difference</source>
        <translation>差异(&amp;D)</translation>
    </message>
    <message>
        <source>compare</source>
        <translation>对比</translation>
    </message>
    <message>
        <source>%1 schedules are already being compared: remove one of them first.</source>
        <translation>已在对比 %1 个调度：请先放弃其中一个。</translation>
    </message>
    <message>
        <source>The current one is already a reference: change a parameter first.</source>
        <translation>当前调度已是参照：请先修改一个参数。</translation>
    </message>
    <message>
        <source>Kept as the reference: %1. Further changes are compared with it.</source>
        <comment>title</comment>
        <translation>已保留为参照：%1。此后的修改将与它对比。</translation>
    </message>
    <message>
        <source>There is nothing to compare yet.</source>
        <translation>还没有可对比的内容。</translation>
    </message>
    <message>
        <source>Overlay cannot show times in different units; Split shows both.</source>
        <translation>单位不同的时间不能叠加：分屏可同时显示两者。</translation>
    </message>
    <message>
        <source>Comparing is off; the references are kept.</source>
        <translation>对比已关闭；参照保留。</translation>
    </message>
    <message>
        <source>Comparing is off; the reference is kept.</source>
        <translation>对比已关闭；参照保留。</translation>
    </message>
    <message>
        <source>Comparing is off.</source>
        <translation>对比已关闭。</translation>
    </message>
    <message>
        <source>Split: the references are below, on the same time axis.</source>
        <translation>分屏：各参照在下方，使用同一时间轴。</translation>
    </message>
    <message>
        <source>Split: the reference is below, on the same time axis.</source>
        <translation>分屏：参照在下方，使用同一时间轴。</translation>
    </message>
    <message>
        <source>Overlay: the thin lane under each lane is the reference&apos;s.</source>
        <translation>叠加：每条泳道下方的细泳道属于参照。</translation>
    </message>
    <message>
        <source>Difference: blue starts earlier than in the reference, orange starts later.</source>
        <translation>差异：蓝色比参照早开始，橙色比参照晚开始。</translation>
    </message>
    <message>
        <source>%1 Kept as the reference: %2.</source>
        <comment>what is shown, title</comment>
        <translation>%1 已保留为参照：%2。</translation>
    </message>
    <message>
        <source>%1 was left out: %2 schedules are already being compared. Remove one of them first.</source>
        <comment>title, number</comment>
        <translation>略去 %1：已在对比 %2 个调度。请先放弃其中一个。</translation>
    </message>
    <message>
        <source>compare reference side schedule swap order remove</source>
        <translation>对比 比较 参照 侧 调度 交换 顺序 移除 compare reference side schedule swap order remove</translation>
    </message>
    <message>
        <source>Ne&amp;xt reference</source>
        <translation>下一个参照(&amp;X)</translation>
    </message>
    <message>
        <source>&amp;Edit this side</source>
        <translation>编辑这一侧(&amp;E)</translation>
    </message>
    <message>
        <source>Move the reference &amp;up</source>
        <translation>上移参照(&amp;U)</translation>
    </message>
    <message>
        <source>Move the reference do&amp;wn</source>
        <translation>下移参照(&amp;W)</translation>
    </message>
    <message>
        <source>Remove the &amp;reference</source>
        <translation>放弃参照(&amp;R)</translation>
    </message>
    <message>
        <source>Remove &amp;all references</source>
        <translation>放弃所有参照(&amp;A)</translation>
    </message>
    <message>
        <source>%1: only in the current timeline. F6 goes there; Edit this side makes this one the current one.</source>
        <comment>command</comment>
        <translation>%1：仅可在当前时间线中使用。按 F6 转到那里；“编辑这一侧”使这一侧成为当前的一侧。</translation>
    </message>
    <message>
        <source>There is no reference yet.</source>
        <translation>还没有参照。</translation>
    </message>
    <message>
        <source>Compared with %1.</source>
        <comment>title</comment>
        <translation>正在与 %1 对比。</translation>
    </message>
    <message>
        <source>Edit this side (measured times cannot be edited)</source>
        <translation>编辑这一侧（实测时间无法编辑）</translation>
    </message>
    <message>
        <source>Move &amp;up</source>
        <translation>上移(&amp;U)</translation>
    </message>
    <message>
        <source>Move do&amp;wn</source>
        <translation>下移(&amp;W)</translation>
    </message>
    <message>
        <source>&amp;Remove</source>
        <translation>移除(&amp;R)</translation>
    </message>
    <message>
        <source>The reference was removed.</source>
        <translation>已放弃参照。</translation>
    </message>
    <message>
        <source>No longer compared with %1.</source>
        <comment>title</comment>
        <translation>不再与 %1 对比。</translation>
    </message>
    <message>
        <source>All references were removed.</source>
        <translation>已放弃所有参照。</translation>
    </message>
    <message>
        <source>Measured times cannot be edited; the document is their prediction.</source>
        <translation>实测时间无法编辑：文档是对它们的预测。</translation>
    </message>
    <message>
        <source>The document already shows this side.</source>
        <translation>文档显示的已经是这一侧。</translation>
    </message>
    <message>
        <source>Edit %1</source>
        <comment>title of a side</comment>
        <translation>编辑 %1</translation>
    </message>
    <message>
        <source>Now editing %1. Undo restores the other one.</source>
        <comment>title</comment>
        <translation>现在编辑的是 %1。撤销可恢复另一个。</translation>
    </message>
    <message>
        <source>Measured times stay as they are: there is nothing to keep.</source>
        <translation>测得的时间不会改变，无需保留。</translation>
    </message>
    <message>
        <source>Figures</source>
        <translation>数据</translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::CompareHeader</name>
    <message>
        <source>%1: %2</source>
        <comment>side, title</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Compared with</source>
        <translation>对比对象</translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::CompareModel</name>
    <message>
        <source>Makespan</source>
        <translation>完工时间</translation>
    </message>
    <message>
        <source>Bubble rate</source>
        <translation>气泡率</translation>
    </message>
    <message>
        <source>Bubble rate, host idle</source>
        <translation>气泡率，主机空闲</translation>
    </message>
    <message>
        <source>Idle fraction</source>
        <translation>空闲比例</translation>
    </message>
    <message>
        <source>Ideal time</source>
        <translation>理想时间</translation>
    </message>
    <message>
        <source>Longest rank span</source>
        <translation>最长 rank 跨度</translation>
    </message>
    <message>
        <source>Peak activations</source>
        <translation>激活峰值</translation>
    </message>
    <message>
        <source>Peak memory</source>
        <translation>显存峰值</translation>
    </message>
    <message>
        <source>Ranks</source>
        <translation>Rank 数</translation>
    </message>
    <message>
        <source>Actions</source>
        <translation>动作</translation>
    </message>
    <message>
        <source>Actions in both</source>
        <translation>两侧共有的动作</translation>
    </message>
    <message>
        <source>Only on this side</source>
        <translation>仅在这一侧</translation>
    </message>
    <message>
        <source>Start earlier</source>
        <translation>开始较早</translation>
    </message>
    <message>
        <source>Start later</source>
        <translation>开始较晚</translation>
    </message>
    <message>
        <source>On another rank</source>
        <translation>在另一个 rank 上</translation>
    </message>
    <message>
        <source>Start of %1</source>
        <comment>action</comment>
        <translation>%1 的开始</translation>
    </message>
    <message>
        <source>Rank %1: busy</source>
        <translation>Rank %1：忙</translation>
    </message>
    <message>
        <source>Rank %1: idle</source>
        <translation>Rank %1：空闲</translation>
    </message>
    <message>
        <source>Rank %1: peak memory</source>
        <translation>Rank %1：显存峰值</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>measure, unit</comment>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>%1 points</source>
        <comment>percentage points</comment>
        <translation>%1 个百分点</translation>
    </message>
    <message>
        <source>Measure</source>
        <translation>指标</translation>
    </message>
    <message>
        <source>Current</source>
        <translation>当前</translation>
    </message>
    <message>
        <source>Reference</source>
        <translation>参照</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>difference, share</comment>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>best</source>
        <translation>最优</translation>
    </message>
    <message>
        <source>against the first: %1</source>
        <comment>difference</comment>
        <translation>与第一个相比：%1</translation>
    </message>
    <message>
        <source>%1: difference</source>
        <comment>side</comment>
        <translation>%1：差异</translation>
    </message>
    <message>
        <source>%1: relative</source>
        <comment>side</comment>
        <translation>%1：相对</translation>
    </message>
    <message>
        <source>Idle time per computing time: (makespan − ideal time) / ideal time</source>
        <translation>空闲时间与计算时间之比：（完工时间 − 理想时间）/ 理想时间</translation>
    </message>
    <message>
        <source>%1 ×</source>
        <comment>factor</comment>
        <translation>%1 ×</translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::ComparePanel</name>
    <message>
        <source>Go to the rank</source>
        <translation>转到该 rank</translation>
    </message>
    <message>
        <source>There is nothing to compare yet.</source>
        <translation>还没有可对比的内容。</translation>
    </message>
    <message>
        <source>1 row copied as CSV.</source>
        <translation>1 行已复制为 CSV。</translation>
    </message>
    <message>
        <source>%1 rows copied as CSV.</source>
        <translation>%1 行已复制为 CSV。</translation>
    </message>
    <message>
        <source>Figures of all sides</source>
        <translation>各侧的数据</translation>
    </message>
    <message numerus="yes">
        <source>%n schedules; differences are relative to the current one; a dot marks the best</source>
        <translation>
            <numerusform>%n 个调度；差异相对于当前调度，圆点标出最优值</numerusform>
        </translation>
    </message>
    <message>
        <source>Reference %1</source>
        <translation>参照 %1</translation>
    </message>
    <message>
        <source>Not the same work: a stage costs the same on each side, but the sides have different numbers of stages. You can compare bubble rates, but not times.</source>
        <translation>工作量不同：各侧每个阶段的成本相同，但阶段数不同。气泡率可以相互比较，时间不能。</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>title, difference in makespan</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>No reference yet: + above adds a schedule, a file, a run, or the current one as it is.</source>
        <translation>还没有参照：点击上方的 + 可加入调度、文件、运行，或当前调度的现状。</translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::CompareStrip</name>
    <message>
        <source>✓ same work</source>
        <translation>✓ 工作量相同</translation>
    </message>
    <message>
        <source>not the same work</source>
        <translation>工作量不同</translation>
    </message>
    <message>
        <source>Compare with another schedule, file or run</source>
        <translation>与另一个调度、文件或运行比较</translation>
    </message>
    <message>
        <source>How the sides are shown</source>
        <translation>各方的显示方式</translation>
    </message>
    <message>
        <source>Split</source>
        <translation>拆分</translation>
    </message>
    <message>
        <source>Overlay</source>
        <translation>叠加</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>差异</translation>
    </message>
    <message>
        <source>frozen</source>
        <translation>已冻结</translation>
    </message>
    <message>
        <source>Nothing to compare with yet: + adds a schedule, a file, or this one as it is now.</source>
        <translation>尚无比较对象：点击 + 可添加调度、文件或当前状态。</translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::CompareView</name>
    <message>
        <source>Current</source>
        <translation>当前</translation>
    </message>
    <message>
        <source>Stop comparing</source>
        <translation>结束对比</translation>
    </message>
    <message>
        <source>Reference</source>
        <translation>参照</translation>
    </message>
    <message>
        <source>Timeline of the reference</source>
        <translation>参照的时间线</translation>
    </message>
    <message>
        <source>What you can do with this side</source>
        <translation>对这一侧可进行的操作</translation>
    </message>
    <message>
        <source>Remove this side from the comparison</source>
        <translation>不再与这一侧对比</translation>
    </message>
    <message>
        <source>Reference %1</source>
        <translation>参照 %1</translation>
    </message>
    <message>
        <source>Timeline of reference %1</source>
        <translation>参照 %1 的时间线</translation>
    </message>
    <message>
        <source>%1 ranks, of which the first %2 are shown</source>
        <translation>%1 个 rank，显示前 %2 个</translation>
    </message>
    <message>
        <source>the first %1 of %2 ranks</source>
        <translation>%2 个 rank 中的前 %1 个</translation>
    </message>
    <message>
        <source>%1 stages compared with %2: stages with the same number do not have the same layers</source>
        <translation>%1 个阶段对 %2 个：相同编号的阶段并非相同的层</translation>
    </message>
    <message>
        <source>Run A</source>
        <translation>运行 A</translation>
    </message>
    <message>
        <source>Run B</source>
        <translation>运行 B</translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::CopyCommand</name>
    <message>
        <source>Edit</source>
        <translation>编辑</translation>
    </message>
    <message>
        <source>clipboard table rows selection</source>
        <translation>剪贴板 表格 行 选择 clipboard table rows selection</translation>
    </message>
    <message>
        <source>Copy as &amp;CSV</source>
        <translation>复制为 CSV(&amp;C)</translation>
    </message>
    <message>
        <source>Nothing is selected: select an action, a gap or an area to copy.</source>
        <translation>没有选中任何内容：请选择要复制的动作、空隙或区域。</translation>
    </message>
    <message>
        <source>1 row copied as CSV.</source>
        <translation>1 行已复制为 CSV。</translation>
    </message>
    <message>
        <source>%1 rows copied as CSV.</source>
        <translation>%1 行已复制为 CSV。</translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::CostFileLine</name>
    <message>
        <source>Use stand-in transfers</source>
        <translation>采用替代传输</translation>
    </message>
    <message>
        <source>The transfers in the file are copies within one device, not between two devices</source>
        <translation>文件中的传输是一个设备内部的拷贝，不是两个设备之间的</translation>
    </message>
    <message>
        <source>Cost file</source>
        <translation>开销文件</translation>
    </message>
    <message>
        <source>%1 (changed)</source>
        <comment>cost file</comment>
        <translation>%1（已修改）</translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::CostFiles</name>
    <message>
        <source>costs</source>
        <comment>file name</comment>
        <translation>开销</translation>
    </message>
    <message>
        <source>Costs saved to %1</source>
        <comment>file</comment>
        <translation>开销已保存到 %1</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>编辑</translation>
    </message>
    <message>
        <source>gallery pipeline pick</source>
        <translation>图库 流水线 选择</translation>
    </message>
    <message>
        <source>C&amp;hange Schedule…</source>
        <translation>更换调度(&amp;H)…</translation>
    </message>
    <message>
        <source>times cost model latency memory</source>
        <translation>时间 开销 延迟 显存</translation>
    </message>
    <message>
        <source>Cos&amp;ts…</source>
        <translation>开销(&amp;T)…</translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::CostForm</name>
    <message>
        <source>Uniform</source>
        <translation>统一</translation>
    </message>
    <message>
        <source>The same times for every stage</source>
        <translation>所有阶段用时相同</translation>
    </message>
    <message>
        <source>Per stage</source>
        <translation>按阶段</translation>
    </message>
    <message>
        <source>A table of times, one row per stage</source>
        <translation>用时表，每个阶段一行</translation>
    </message>
    <message>
        <source>By block</source>
        <translation>按块</translation>
    </message>
    <message>
        <source>Stages made of embedding, layers and head</source>
        <translation>阶段由嵌入层、层和输出头组成</translation>
    </message>
    <message>
        <source>Cost model</source>
        <translation>开销模型</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>重置</translation>
    </message>
    <message>
        <source>Forward 1, input and weight 1, backward 2, no latency</source>
        <translation>前向 1，输入梯度和权重梯度 1，反向 2，无延迟</translation>
    </message>
    <message>
        <source>How the times are given</source>
        <translation>时间以何种方式给出</translation>
    </message>
    <message>
        <source>From file…</source>
        <translation>从文件…</translation>
    </message>
    <message>
        <source>Calibrate…</source>
        <translation>标定…</translation>
    </message>
    <message>
        <source>Save to file…</source>
        <translation>保存到文件…</translation>
    </message>
    <message>
        <source>Measured stages are split or joined evenly. Other lists are cut if they are too long, and repeat their last value if they are too short</source>
        <translation>测得的阶段按比例均分或合并；其他列表过长则截断，过短则重复最后一个值</translation>
    </message>
    <message>
        <source>Sum</source>
        <comment>overlap</comment>
        <translation>求和</translation>
    </message>
    <message>
        <source>Maximum</source>
        <comment>overlap</comment>
        <translation>取最长</translation>
    </message>
    <message>
        <source>Overlapped time</source>
        <translation>重叠用时</translation>
    </message>
    <message>
        <source>How long an overlapped forward and backward take together</source>
        <translation>重叠的前向与反向一起用时多久</translation>
    </message>
    <message>
        <source>Overlap</source>
        <translation>重叠</translation>
    </message>
    <message>
        <source>Times from a cost file or a calibration (JSON)</source>
        <translation>来自开销文件或标定 (JSON) 的时间</translation>
    </message>
    <message>
        <source>Times of a model, measured on a GPU or estimated without one</source>
        <translation>模型的时间：在 GPU 上测得，或不用 GPU 估算</translation>
    </message>
    <message>
        <source>Save…</source>
        <translation>保存…</translation>
    </message>
    <message>
        <source>Writes the costs to a file</source>
        <translation>把开销写入文件</translation>
    </message>
    <message>
        <source>Less ▴</source>
        <translation>收起 ▴</translation>
    </message>
    <message>
        <source>More ▾</source>
        <translation>更多 ▾</translation>
    </message>
    <message>
        <source>Fewer costs</source>
        <translation>较少开销项</translation>
    </message>
    <message>
        <source>More costs</source>
        <translation>更多开销项</translation>
    </message>
    <message>
        <source>First make the lists fit the stages.</source>
        <translation>请先使列表与阶段数相符。</translation>
    </message>
    <message>
        <source>Every stage now has the values of stage 0. Undo restores the others.</source>
        <translation>现在每个阶段都采用阶段 0 的值。撤销可恢复其他值。</translation>
    </message>
    <message>
        <source>Fit the costs</source>
        <translation>调整开销</translation>
    </message>
    <message>
        <source>%1 ▾</source>
        <comment>cost mode</comment>
        <translation>%1 ▾</translation>
    </message>
    <message>
        <source>Costs: %1</source>
        <comment>cost mode</comment>
        <translation>开销：%1</translation>
    </message>
    <message>
        <source>%1 values, but the schedule has %2 stages.</source>
        <comment>lists with their numbers of values</comment>
        <translation>%1 个值，但该调度有 %2 个阶段。</translation>
    </message>
    <message>
        <source>Fit to 1 stage</source>
        <translation>调整为 1 个阶段</translation>
    </message>
    <message>
        <source>Fit to %1 stages</source>
        <translation>调整为 %1 个阶段</translation>
    </message>
    <message>
        <source>Transfers, links, communicators, head and tail, stragglers, jitter, memory, timing rules</source>
        <translation>传输、链路、通信器、一步的开头和结尾、慢卡、抖动、显存、计时规则</translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::CostLine</name>
    <message>
        <source>Edit…</source>
        <translation>编辑…</translation>
    </message>
    <message>
        <source>All of the cost model</source>
        <translation>全部开销</translation>
    </message>
    <message>
        <source>Costs</source>
        <translation>开销</translation>
    </message>
    <message>
        <source>Edit the costs</source>
        <translation>编辑开销</translation>
    </message>
    <message>
        <source>The same times for every stage</source>
        <translation>所有阶段用时相同</translation>
    </message>
    <message>
        <source>Times by stage</source>
        <translation>按阶段给出时间</translation>
    </message>
    <message>
        <source>Times by block</source>
        <translation>按模块给出时间</translation>
    </message>
    <message>
        <source>hop %1</source>
        <comment>time of a transfer</comment>
        <translation>一跳 %1</translation>
    </message>
    <message>
        <source>microbatches of unequal length</source>
        <translation>微批次长度不等</translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::CostMore</name>
    <message>
        <source>Transfers</source>
        <translation>传输</translation>
    </message>
    <message>
        <source>Async</source>
        <comment>transfers</comment>
        <translation>异步</translation>
    </message>
    <message>
        <source>Meet</source>
        <comment>transfers: rendezvous</comment>
        <translation>会合</translation>
    </message>
    <message>
        <source>Send and receive</source>
        <translation>发送和接收</translation>
    </message>
    <message>
        <source>Async: the sender continues at once. Meet (rendezvous): sender and receiver wait for each other.</source>
        <translation>异步：发送后立即继续。会合 (rendezvous)：发送方与接收方互相等待。</translation>
    </message>
    <message>
        <source>Jitter</source>
        <translation>抖动</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>随机种子</translation>
    </message>
    <message>
        <source>Draw again</source>
        <translation>重新抽取</translation>
    </message>
    <message>
        <source>The next seed</source>
        <translation>下一个种子</translation>
    </message>
    <message>
        <source>The same seed gives the same times</source>
        <translation>相同的种子抽取相同的时间</translation>
    </message>
    <message>
        <source>Seed must be a whole number of at least 0</source>
        <translation>种子须为不小于 0 的整数</translation>
    </message>
    <message>
        <source>FSDP</source>
        <translation>FSDP</translation>
    </message>
    <message>
        <source>Runs alongside compute</source>
        <translation>与计算并行</translation>
    </message>
    <message>
        <source>FSDP actions run on one stream per rank, in order, while the rank computes</source>
        <translation>FSDP 动作在每个 rank 的一条流上依次运行，同时进行计算</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>显存</translation>
    </message>
    <message>
        <source>Rules</source>
        <translation>规则</translation>
    </message>
    <message>
        <source>Timing rules</source>
        <translation>计时规则</translation>
    </message>
    <message>
        <source>Which dependencies count and who pays for the transfer: strict, or as in another program</source>
        <translation>哪些依赖有效、传输时间由谁承担：严格，或按其他程序的做法</translation>
    </message>
    <message>
        <source>µs</source>
        <comment>unit</comment>
        <translation>µs</translation>
    </message>
    <message>
        <source>ms</source>
        <comment>unit</comment>
        <translation>ms</translation>
    </message>
    <message>
        <source>Links that differ</source>
        <translation>不同的链路</translation>
    </message>
    <message>
        <source>a separate latency from one rank to another</source>
        <translation>从一个 rank 到另一个 rank 的单独延迟</translation>
    </message>
    <message>
        <source>From rank</source>
        <translation>源 rank</translation>
    </message>
    <message>
        <source>To rank</source>
        <translation>目标 rank</translation>
    </message>
    <message>
        <source>Latency</source>
        <translation>延迟</translation>
    </message>
    <message>
        <source>Links</source>
        <translation>链路</translation>
    </message>
    <message>
        <source>rank %1: the schedule has only ranks 0 to %2</source>
        <translation>rank %1：该调度的 rank 为 0 至 %2</translation>
    </message>
    <message>
        <source>a link connects two ranks, not rank %1 with itself</source>
        <translation>链路在两个 rank 之间，不能从 rank %1 到它自己</translation>
    </message>
    <message>
        <source>the link from rank %1 to rank %2 appears twice</source>
        <translation>从 rank %1 到 rank %2 的链路出现了两次</translation>
    </message>
    <message>
        <source>Stragglers</source>
        <translation>慢卡</translation>
    </message>
    <message>
        <source>a factor for all times of one rank</source>
        <translation>一个 rank 的所有时间乘以的系数</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>Rank</translation>
    </message>
    <message>
        <source>Factor</source>
        <translation>系数</translation>
    </message>
    <message>
        <source>rank %1 appears twice</source>
        <translation>rank %1 出现了两次</translation>
    </message>
    <message>
        <source>Overlap times</source>
        <translation>重叠时间</translation>
    </message>
    <message>
        <source>Communicators and hosts</source>
        <translation>通信器与主机</translation>
    </message>
    <message>
        <source>Policy</source>
        <translation>策略</translation>
    </message>
    <message>
        <source>Whose runtime says which messages share a kernel and what waits for it; none: messages pass beside each other, and hosts are never late</source>
        <translation>由哪个运行时决定哪些消息共用一个内核、谁等待它；None：消息互不影响，主机从不落后</translation>
    </message>
    <message>
        <source>steps</source>
        <comment>unit</comment>
        <translation>步</translation>
    </message>
    <message>
        <source>The numbers are in</source>
        <translation>数值的单位</translation>
    </message>
    <message>
        <source>What a number without a unit counts: 1 becomes 1 ms, and no number changes. Costs from a file or a calibration know their unit</source>
        <translation>不带单位的数值所指的单位：1 即为 1 ms，数值本身不变。来自文件或标定的开销自带单位</translation>
    </message>
    <message>
        <source>Head and tail of the step</source>
        <translation>一步的开头和结尾</translation>
    </message>
    <message>
        <source>In the tail</source>
        <comment>parameters are gathered</comment>
        <translation>在结尾</translation>
    </message>
    <message>
        <source>In the head</source>
        <comment>parameters are gathered</comment>
        <translation>在开头</translation>
    </message>
    <message>
        <source>Parameter gather</source>
        <translation>汇集参数的时机</translation>
    </message>
    <message>
        <source>Behind the optimizer, or before the first action of the next step</source>
        <translation>在优化器之后，或在下一步的首个动作之前</translation>
    </message>
    <message>
        <source>Microbatches of unequal length</source>
        <translation>长度不等的微批次</translation>
    </message>
    <message>
        <source>Parts of a block</source>
        <translation>块的各部分</translation>
    </message>
    <message>
        <source>One number for every stage, or a list with one for each stage: 1, 1, 1.5. Empty: the parts share the time of the whole equally</source>
        <translation>所有阶段共用一个数，或为每个阶段各列一个数：1, 1, 1.5。留空：各部分均分整块的时间</translation>
    </message>
    <message>
        <source>equal share</source>
        <translation>均分</translation>
    </message>
    <message>
        <source>Recomputation and offload</source>
        <translation>重计算与卸载</translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::CostRow</name>
    <message>
        <source>%1 must be a number of at least 0, or one for every stage: 1, 1, 1.5</source>
        <comment>cost</comment>
        <translation>%1须为不小于 0 的数，或每个阶段一个：1, 1, 1.5</translation>
    </message>
    <message>
        <source>%1 must be a number of at least 0</source>
        <comment>cost</comment>
        <translation>%1须为不小于 0 的数</translation>
    </message>
    <message>
        <source>%1 must be a number of at least 0, or one for every rank: 8, 8, 6</source>
        <comment>cost</comment>
        <translation>%1须为不小于 0 的数，或每个 rank 一个：8, 8, 6</translation>
    </message>
    <message>
        <source>edited</source>
        <translation>已修改</translation>
    </message>
    <message>
        <source>Changed since it was fitted to the run</source>
        <translation>拟合之后已被修改</translation>
    </message>
    <message>
        <source>default</source>
        <translation>默认</translation>
    </message>
    <message>
        <source>fitted</source>
        <translation>拟合</translation>
    </message>
    <message>
        <source>Fitted to the open run</source>
        <translation>由打开的运行拟合得到</translation>
    </message>
    <message>
        <source>%1 must be a number with a unit, such as %2</source>
        <comment>cost, example</comment>
        <translation>%1 必须是带单位的数，例如 %2</translation>
    </message>
    <message>
        <source>%1 must be a list with a number of at least 0 for every microbatch: 1, 0.8, 1.2</source>
        <comment>cost</comment>
        <translation>%1须为列表，每个微批次一个不小于 0 的数：1, 0.8, 1.2</translation>
    </message>
    <message>
        <source>%1 must be a whole number of at least %2</source>
        <comment>cost</comment>
        <translation>%1 应为不小于 %2 的整数</translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::DeviceList</name>
    <message>
        <source>The probe does not list the GPUs.</source>
        <translation>探针程序没有说明有哪些 GPU。</translation>
    </message>
    <message>
        <source>Times are estimated from a datasheet. Check again, or run bubblescope-probe --list-devices in a terminal.</source>
        <translation>时间由规格数据估算。请重新查找，或在终端中运行 bubblescope-probe --list-devices。</translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::DifferenceLegend</name>
    <message>
        <source>These schedules are too large to compare here.</source>
        <translation>这些调度太大，无法在此对比。</translation>
    </message>
    <message>
        <source>comparing…</source>
        <translation>正在对比…</translation>
    </message>
    <message>
        <source>Legend of the difference: %1</source>
        <translation>差异图例：%1</translation>
    </message>
    <message>
        <source>more than %1 earlier</source>
        <comment>time</comment>
        <translation>提前超过 %1</translation>
    </message>
    <message>
        <source>&gt; %1 earlier</source>
        <comment>time</comment>
        <translation>提前 &gt; %1</translation>
    </message>
    <message>
        <source>earlier</source>
        <translation>提前</translation>
    </message>
    <message>
        <source>same start</source>
        <translation>同时开始</translation>
    </message>
    <message>
        <source>same</source>
        <translation>相同</translation>
    </message>
    <message>
        <source>later</source>
        <translation>推后</translation>
    </message>
    <message>
        <source>more than %1 later</source>
        <comment>time</comment>
        <translation>推后超过 %1</translation>
    </message>
    <message>
        <source>&gt; %1 later</source>
        <comment>time</comment>
        <translation>推后 &gt; %1</translation>
    </message>
    <message>
        <source>only here</source>
        <translation>仅在此处</translation>
    </message>
    <message>
        <source>only in the reference</source>
        <translation>仅在参照中</translation>
    </message>
    <message>
        <source>only in the other</source>
        <translation>仅在参照</translation>
    </message>
    <message>
        <source>%1 earlier, %2 later, %3 the same</source>
        <translation>%1 个提前，%2 个推后，%3 个相同</translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::DockTitle</name>
    <message>
        <source>Hide %1</source>
        <comment>dock</comment>
        <translation>隐藏%1</translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::Document</name>
    <message>
        <source>%1 · %2 ranks × %3 microbatches</source>
        <comment>schedule, ranks, microbatches</comment>
        <translation>%1 · %2 个 rank × %3 个微批次</translation>
    </message>
    <message>
        <source>Schedule</source>
        <translation>调度</translation>
    </message>
    <message>
        <source>The stages are cut anew: each rank does the same work as before.</source>
        <translation>已重新划分阶段：每个 rank 的工作量与之前相同。</translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::DocumentNotices</name>
    <message>
        <source>%1 could not be read. The order is shown without it; saving or exporting the order loses what is there.</source>
        <comment>2 cells of a file</comment>
        <translation>%1无法读取。显示的顺序不含这些内容；保存或导出时也不会保留它们。</translation>
    </message>
    <message>
        <source>This order cannot run: the times are those of a broken order.</source>
        <translation>这个顺序无法运行：所示时间属于一个有错误的顺序。</translation>
    </message>
    <message>
        <source>Show problems</source>
        <translation>显示问题</translation>
    </message>
    <message>
        <source>%1 The previous schedule is shown.</source>
        <comment>which lists do not fit</comment>
        <translation>%1 显示的是之前的调度。</translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::DropCard</name>
    <message>
        <source>Drop a schedule CSV, a .bubble file or profiles here, or choose them</source>
        <translation>将调度 CSV、.bubble 或性能数据拖放到这里，或点击选择</translation>
    </message>
    <message>
        <source>Choose files to open; you can also drop them here</source>
        <translation>选择要打开的文件；也可以拖放到这里</translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::DropFrame</name>
    <message>
        <source>Drop a schedule CSV or a .bubble file to open it</source>
        <translation>拖放调度 CSV 或 .bubble 即可打开</translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::DurationHistogram</name>
    <message>
        <source>Histogram of durations: %1</source>
        <translation>时长直方图：%1</translation>
    </message>
    <message>
        <source>Select a row to see its durations.</source>
        <translation>选择一行以查看其时长。</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>time, unit</comment>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>%1, %2 of %3 are shorter</source>
        <comment>duration, count, of all</comment>
        <translation>%1，%3 个中有 %2 个更短</translation>
    </message>
    <message>
        <source>%1 of %2: %3 to %4</source>
        <comment>count, of all, from, to</comment>
        <translation>%2 个中的 %1 个：%3 至 %4</translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::EditCommands</name>
    <message>
        <source>Edit</source>
        <translation>编辑</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>撤销(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>重做(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Undo: %1</source>
        <translation>撤销：%1(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Redo: %1</source>
        <translation>重做：%1(&amp;R)</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>重做</translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::EntryRows</name>
    <message>
        <source>Add: %1</source>
        <comment>to a list</comment>
        <translation>添加：%1</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>list, field</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1 must be a whole number of at least 0</source>
        <comment>field</comment>
        <translation>%1须为不小于 0 的整数</translation>
    </message>
    <message>
        <source>%1 must be a number of at least 0</source>
        <comment>field</comment>
        <translation>%1须为不小于 0 的数</translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::EstimateForm</name>
    <message>
        <source>Custom figures</source>
        <translation>自定义数据</translation>
    </message>
    <message>
        <source>From a file…</source>
        <translation>从文件…</translation>
    </message>
    <message>
        <source>Datasheet</source>
        <translation>规格数据</translation>
    </message>
    <message>
        <source>A device&apos;s published figures, or a file with such figures or with measured ones</source>
        <translation>设备公布的数据；或含有这些数据、含有设备实测结果的文件</translation>
    </message>
    <message>
        <source>Peak rate</source>
        <translation>峰值算力</translation>
    </message>
    <message>
        <source>For dense matrix products in the model&apos;s data type</source>
        <translation>模型数据类型的稠密矩阵乘算力</translation>
    </message>
    <message>
        <source>TFLOP/s</source>
        <translation>TFLOP/s</translation>
    </message>
    <message>
        <source>Memory rate</source>
        <translation>显存带宽</translation>
    </message>
    <message>
        <source>For the device&apos;s own memory</source>
        <translation>设备自身显存的带宽</translation>
    </message>
    <message>
        <source>GB/s</source>
        <translation>GB/s</translation>
    </message>
    <message>
        <source>Link rate</source>
        <translation>链路带宽</translation>
    </message>
    <message>
        <source>Between two devices, one direction</source>
        <translation>两个设备之间，单向</translation>
    </message>
    <message>
        <source>Multiprocessors</source>
        <translation>多处理器数</translation>
    </message>
    <message>
        <source>Matrix products are computed in waves of this many tiles</source>
        <translation>矩阵乘按这么多分块为一波进行计算</translation>
    </message>
    <message>
        <source>Too large: is it in another unit?</source>
        <translation>太大：是不是用了别的单位？</translation>
    </message>
    <message>
        <source>Expected at least %1.</source>
        <translation>应不小于 %1。</translation>
    </message>
    <message>
        <source>Expected more than 0.</source>
        <translation>应大于 0。</translation>
    </message>
    <message>
        <source>Assumed</source>
        <translation>假定值</translation>
    </message>
    <message>
        <source>Matrix products</source>
        <translation>矩阵乘</translation>
    </message>
    <message>
        <source>Share of the peak rate that a matrix product in full tiles reaches</source>
        <translation>整块矩阵乘能达到的峰值算力比例</translation>
    </message>
    <message>
        <source>of the peak</source>
        <translation>× 峰值</translation>
    </message>
    <message>
        <source>Attention</source>
        <translation>注意力</translation>
    </message>
    <message>
        <source>Share of the peak rate that attention reaches</source>
        <translation>注意力能达到的峰值算力比例</translation>
    </message>
    <message>
        <source>Its backward</source>
        <translation>注意力反向</translation>
    </message>
    <message>
        <source>FLOPs of attention&apos;s backward for each FLOP that is counted</source>
        <translation>注意力反向中每个计入的 FLOP 实际执行的 FLOP 数</translation>
    </message>
    <message>
        <source>times</source>
        <translation>倍</translation>
    </message>
    <message>
        <source>of the rate</source>
        <translation>× 带宽</translation>
    </message>
    <message>
        <source>Launch</source>
        <translation>启动</translation>
    </message>
    <message>
        <source>Before each kernel</source>
        <translation>每个 kernel 之前</translation>
    </message>
    <message>
        <source>µs</source>
        <translation>µs</translation>
    </message>
    <message>
        <source>Link latency</source>
        <translation>链路延迟</translation>
    </message>
    <message>
        <source>Of each transfer</source>
        <translation>每次传输</translation>
    </message>
    <message>
        <source>Tile rows</source>
        <translation>分块行数</translation>
    </message>
    <message>
        <source>Of the tile in which a matrix product is computed</source>
        <translation>计算矩阵乘所用分块的行数</translation>
    </message>
    <message>
        <source>Tile columns</source>
        <translation>分块列数</translation>
    </message>
    <message>
        <source>Restore defaults</source>
        <translation>恢复常用值</translation>
    </message>
    <message>
        <source>For everything that is assumed</source>
        <translation>所有假定值</translation>
    </message>
    <message>
        <source>%1 has no %2 units: enter its rate, or choose another data type or device.</source>
        <translation>%1 没有 %2 的计算单元：请填写其算力，或选择其他数据类型或设备。</translation>
    </message>
    <message>
        <source>%1, changed</source>
        <comment>device</comment>
        <translation>%1，已修改</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>显存</translation>
    </message>
    <message>
        <source>Share of the memory rate that is reached</source>
        <translation>显存带宽能达到的比例</translation>
    </message>
    <message>
        <source>Link</source>
        <translation>链路</translation>
    </message>
    <message>
        <source>Share of the link rate that is reached</source>
        <translation>链路带宽能达到的比例</translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::ExportController</name>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>导出</translation>
    </message>
    <message>
        <source>&amp;Export picture…</source>
        <translation>导出图片(&amp;E)…</translation>
    </message>
    <message>
        <source>Export &amp;CSV…</source>
        <translation>导出 CSV(&amp;C)…</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>编辑</translation>
    </message>
    <message>
        <source>The picture was not copied.</source>
        <translation>图片没有复制。</translation>
    </message>
    <message>
        <source>Copied the shown range as a picture.</source>
        <translation>显示的范围已复制为图片。</translation>
    </message>
    <message>
        <source>&amp;Copy as picture</source>
        <translation>复制为图片(&amp;C)</translation>
    </message>
    <message>
        <source>Export as &amp;trace…</source>
        <translation>导出为轨迹(&amp;T)…</translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::ExportDialog</name>
    <message>
        <source>Export picture</source>
        <translation>导出图片</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>Preview</source>
        <translation>预览</translation>
    </message>
    <message>
        <source>PNG</source>
        <translation>PNG</translation>
    </message>
    <message>
        <source>SVG</source>
        <translation>SVG</translation>
    </message>
    <message>
        <source>PDF</source>
        <translation>PDF</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>格式</translation>
    </message>
    <message>
        <source>Whole run</source>
        <translation>整个运行</translation>
    </message>
    <message>
        <source>View</source>
        <translation>视图</translation>
    </message>
    <message>
        <source>Range</source>
        <translation>范围</translation>
    </message>
    <message>
        <source>as needed</source>
        <translation>按需</translation>
    </message>
    <message>
        <source> px</source>
        <translation> px</translation>
    </message>
    <message>
        <source>Width</source>
        <translation>宽度</translation>
    </message>
    <message>
        <source>Height</source>
        <translation>高度</translation>
    </message>
    <message>
        <source>Scale</source>
        <translation>比例</translation>
    </message>
    <message>
        <source>Same as the picture</source>
        <translation>与图片相同</translation>
    </message>
    <message>
        <source>A4</source>
        <translation>A4</translation>
    </message>
    <message>
        <source>A3</source>
        <translation>A3</translation>
    </message>
    <message>
        <source>Letter</source>
        <translation>Letter</translation>
    </message>
    <message>
        <source>Page</source>
        <translation>页面</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>Color-blind safe</source>
        <translation>色盲友好</translation>
    </message>
    <message>
        <source>Print</source>
        <translation>打印</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>主题</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>标题</translation>
    </message>
    <message>
        <source>Metrics</source>
        <translation>指标</translation>
    </message>
    <message>
        <source>Legend</source>
        <translation>图例</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>显存</translation>
    </message>
    <message>
        <source>%1 × %2 px</source>
        <translation>%1 × %2 px</translation>
    </message>
    <message>
        <source>Current</source>
        <translation>当前</translation>
    </message>
    <message>
        <source>Comparison</source>
        <translation>对比</translation>
    </message>
    <message>
        <source>Picture of</source>
        <translation>图片内容</translation>
    </message>
    <message>
        <source>Color-blind safe, dark</source>
        <translation>色盲友好，深色</translation>
    </message>
    <message>
        <source>High contrast</source>
        <translation>高对比度</translation>
    </message>
    <message>
        <source>High contrast, dark</source>
        <translation>高对比度，深色</translation>
    </message>
    <message>
        <source>From … to</source>
        <translation>从…到</translation>
    </message>
    <message>
        <source>From, to</source>
        <translation>从、到</translation>
    </message>
    <message>
        <source>From</source>
        <translation>从</translation>
    </message>
    <message>
        <source>To</source>
        <translation>到</translation>
    </message>
    <message>
        <source>Ranks</source>
        <translation>Rank</translation>
    </message>
    <message>
        <source>First rank</source>
        <translation>第一个 rank</translation>
    </message>
    <message>
        <source>Last rank</source>
        <translation>最后一个 rank</translation>
    </message>
    <message>
        <source> cm</source>
        <translation> 厘米</translation>
    </message>
    <message>
        <source>Width on paper</source>
        <translation>纸上宽度</translation>
    </message>
    <message>
        <source> ×</source>
        <translation> ×</translation>
    </message>
    <message>
        <source> dpi</source>
        <translation> dpi</translation>
    </message>
    <message>
        <source>Resolution</source>
        <translation>分辨率</translation>
    </message>
    <message>
        <source>Where they are legible</source>
        <translation>清晰可读处</translation>
    </message>
    <message>
        <source>All that fit</source>
        <translation>能放下的全部</translation>
    </message>
    <message>
        <source>None</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Labels</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>Text of the title</source>
        <translation>标题文字</translation>
    </message>
    <message>
        <source>no title</source>
        <translation>无标题</translation>
    </message>
    <message>
        <source>%1 × %2 cm</source>
        <comment>width, height</comment>
        <translation>%1 × %2 厘米</translation>
    </message>
    <message>
        <source>on a page of %1</source>
        <comment>A4</comment>
        <translation>%1 页面</translation>
    </message>
    <message>
        <source>The start of the picture must be before its end.</source>
        <translation>图片的起点必须早于终点。</translation>
    </message>
    <message>
        <source>Chain of the bubble</source>
        <translation>气泡的原因链</translation>
    </message>
    <message>
        <source>%1 at %2 dpi</source>
        <comment>size, resolution</comment>
        <translation>%1，%2 dpi</translation>
    </message>
    <message>
        <source>labels in %1 pt</source>
        <translation>标签 %1 pt</translation>
    </message>
    <message>
        <source>long lines are broken</source>
        <translation>过长的文字已换行</translation>
    </message>
    <message>
        <source>some text is smaller, %1 pt</source>
        <translation>部分文字缩小到 %1 pt</translation>
    </message>
    <message>
        <source>1 column</source>
        <translation>单栏</translation>
    </message>
    <message>
        <source>2 columns</source>
        <translation>双栏</translation>
    </message>
    <message>
        <source>Slide</source>
        <translation>幻灯片</translation>
    </message>
    <message>
        <source>Screen</source>
        <translation>屏幕</translation>
    </message>
    <message>
        <source>For a column of a paper (8.5 cm), two columns (17.8 cm), a slide of 16:9, or a screen</source>
        <translation>用于论文单栏（8.5 厘米）、双栏（17.8 厘米）、16:9 幻灯片或屏幕</translation>
    </message>
    <message>
        <source>For</source>
        <translation>用途</translation>
    </message>
    <message>
        <source> pt</source>
        <translation> pt</translation>
    </message>
    <message>
        <source>Of labels and legend, as printed</source>
        <translation>标签和图例印刷后的字号</translation>
    </message>
    <message>
        <source>Font size</source>
        <translation>字号</translation>
    </message>
    <message>
        <source>TikZ</source>
        <translation>TikZ</translation>
    </message>
    <message>
        <source>Critical path</source>
        <translation>关键路径</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>Selection</source>
        <translation>所选内容</translation>
    </message>
    <message>
        <source>Theme</source>
        <comment>color of the page</comment>
        <translation>主题颜色</translation>
    </message>
    <message>
        <source>White</source>
        <comment>color of the page</comment>
        <translation>白色</translation>
    </message>
    <message>
        <source>Transparent</source>
        <comment>color of the page</comment>
        <translation>透明</translation>
    </message>
    <message>
        <source>Background</source>
        <translation>背景</translation>
    </message>
    <message>
        <source>A page for browsers, to zoom in: all ranks and times, with the figures</source>
        <translation>在浏览器中查看并可缩放的网页：所有 rank 和时间，连同数据</translation>
    </message>
    <message>
        <source>HTML</source>
        <translation>HTML</translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::FamilyChoice</name>
    <message>
        <source>Check at least one schedule.</source>
        <translation>请至少勾选一个调度。</translation>
    </message>
    <message>
        <source>All</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Chosen</source>
        <comment>some of the schedules</comment>
        <translation>选定</translation>
    </message>
    <message>
        <source>Schedules</source>
        <translation>调度</translation>
    </message>
    <message>
        <source>Families to try, each with all its parameters</source>
        <translation>要尝试的调度，各用其所有参数</translation>
    </message>
    <message>
        <source>Schedules to try</source>
        <translation>要尝试的调度</translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::FigureTable</name>
    <message>
        <source>Filter</source>
        <translation>过滤</translation>
    </message>
    <message>
        <source>Filter of: %1</source>
        <comment>list</comment>
        <translation>过滤：%1</translation>
    </message>
    <message>
        <source>Go there</source>
        <translation>转到该处</translation>
    </message>
    <message>
        <source>There is nothing to copy.</source>
        <translation>没有可复制的内容。</translation>
    </message>
    <message>
        <source>1 row copied as CSV.</source>
        <translation>1 行已复制为 CSV。</translation>
    </message>
    <message>
        <source>%1 rows copied as CSV.</source>
        <translation>%1 行已复制为 CSV。</translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::FileController</name>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>&amp;New schedule</source>
        <translation>新建调度(&amp;N)</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>&amp;Open…</source>
        <translation>打开(&amp;O)…</translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation>保存(&amp;S)</translation>
    </message>
    <message>
        <source>Save &amp;as…</source>
        <translation>另存为(&amp;A)…</translation>
    </message>
    <message>
        <source>Save as…</source>
        <translation>另存为…</translation>
    </message>
    <message>
        <source>Saved to %1</source>
        <comment>file</comment>
        <translation>已保存到 %1</translation>
    </message>
    <message>
        <source>%1 could not be read. Replacing the file loses what is there.</source>
        <comment>2 cells of a file</comment>
        <translation>%1无法读取。替换该文件会丢失那里的内容。</translation>
    </message>
    <message>
        <source>%1, without what could not be read: %2.</source>
        <comment>saved to a file; 2 cells of a file</comment>
        <translation>%1，不含无法读取的内容：%2。</translation>
    </message>
    <message>
        <source>%1 — %2</source>
        <comment>file, its folder</comment>
        <translation>%1 — %2</translation>
    </message>
    <message>
        <source>No files yet</source>
        <translation>还没有文件</translation>
    </message>
    <message>
        <source>Clear list</source>
        <translation>清空列表</translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::FindController</name>
    <message>
        <source>F&amp;ind a schedule…</source>
        <translation>寻找调度(&amp;I)…</translation>
    </message>
    <message>
        <source>search optimize fastest memory limit bound gap zero bubble order</source>
        <translation>搜索 寻找 优化 最快 显存 上限 下界 差距 零气泡 顺序 search optimize fastest memory limit bound gap zero bubble order</translation>
    </message>
    <message>
        <source>%1 schedules are already being compared: remove one of them first.</source>
        <translation>已在对比 %1 个调度：请先放弃其中一个。</translation>
    </message>
    <message>
        <source>The document already shows this.</source>
        <translation>文档显示的已经是它。</translation>
    </message>
    <message>
        <source>Open the found schedule</source>
        <translation>打开找到的调度</translation>
    </message>
    <message>
        <source>Opened. Undo in the window restores the previous document.</source>
        <translation>已打开。在窗口中撤销可恢复之前的调度。</translation>
    </message>
    <message>
        <source>Compared with the document in the window.</source>
        <translation>已在窗口中与文档对比。</translation>
    </message>
    <message>
        <source>Saved to %1</source>
        <comment>file</comment>
        <translation>已保存到 %1</translation>
    </message>
    <message>
        <source>Exported to %1</source>
        <comment>file</comment>
        <translation>已导出到 %1</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>工具</translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::FindDialog</name>
    <message>
        <source>Find a schedule</source>
        <translation>寻找调度</translation>
    </message>
    <message>
        <source>Schedules that were tried</source>
        <translation>尝试过的调度</translation>
    </message>
    <message>
        <source>Copy as CSV</source>
        <translation>复制为 CSV</translation>
    </message>
    <message>
        <source>Sa&amp;ve…</source>
        <translation>保存(&amp;V)…</translation>
    </message>
    <message>
        <source>Writes the found schedule as a project (.bubble)</source>
        <translation>将找到的调度写为项目（.bubble）</translation>
    </message>
    <message>
        <source>E&amp;xport CSV…</source>
        <translation>导出 CSV(&amp;X)…</translation>
    </message>
    <message>
        <source>Writes the order as a PyTorch schedule CSV</source>
        <translation>将顺序写为 PyTorch 的调度 CSV</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>&amp;Compare</source>
        <translation>对比(&amp;C)</translation>
    </message>
    <message>
        <source>Adds the found schedule to the comparison</source>
        <translation>将找到的调度加入对比</translation>
    </message>
    <message>
        <source>&amp;Open</source>
        <translation>打开(&amp;O)</translation>
    </message>
    <message>
        <source>Opens the found schedule as the document; undo restores the current document</source>
        <translation>将找到的调度显示为文档；撤销可恢复当前文档</translation>
    </message>
    <message>
        <source>Start tries every schedule that fits, then improves the best of them.</source>
        <translation>开始后会尝试所有符合条件的调度，并改进其中最好的。</translation>
    </message>
    <message>
        <source>The best schedule so far is drawn here.</source>
        <translation>目前最好的调度将画在这里。</translation>
    </message>
    <message>
        <source>The search failed; the best schedule found before that is shown.</source>
        <translation>搜索失败；显示的是在此之前最好的调度。</translation>
    </message>
    <message>
        <source>The search failed.</source>
        <translation>搜索失败。</translation>
    </message>
    <message>
        <source>Nothing was found.</source>
        <translation>没有找到。</translation>
    </message>
    <message>
        <source>Nothing found yet</source>
        <translation>尚未找到</translation>
    </message>
    <message>
        <source>There is nothing yet: start a search</source>
        <translation>还没有结果：请开始搜索</translation>
    </message>
    <message>
        <source>The schedules that were tried are listed here when the search has ended.</source>
        <translation>搜索结束后，尝试过的调度将列在这里。</translation>
    </message>
    <message>
        <source>&amp;Start</source>
        <translation>开始(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Stop</source>
        <translation>停止(&amp;S)</translation>
    </message>
    <message>
        <source>Progress of the search</source>
        <translation>搜索进度</translation>
    </message>
    <message>
        <source>Ends the search and keeps the best schedule so far</source>
        <translation>以目前最好的调度结束搜索</translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::FindFigures</name>
    <message>
        <source>The quantity to minimize, for the best schedule so far</source>
        <translation>目前最好的调度中要缩短的时间</translation>
    </message>
    <message>
        <source>Lower bound</source>
        <translation>下界</translation>
    </message>
    <message>
        <source>No order within the limit is faster</source>
        <translation>上限以内没有更快的顺序</translation>
    </message>
    <message>
        <source>Gap</source>
        <translation>差距</translation>
    </message>
    <message>
        <source>How far the best one is above the bound; 0 means that it is proven optimal</source>
        <translation>目前最佳高出下界多少；0 表示已证明它是最好的</translation>
    </message>
    <message>
        <source>Peak memory</source>
        <translation>显存峰值</translation>
    </message>
    <message>
        <source>–</source>
        <comment>no value yet</comment>
        <translation>–</translation>
    </message>
    <message>
        <source>0, proven</source>
        <comment>gap</comment>
        <translation>0，已证明</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <comment>peak memory, its limit</comment>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>The highest of all ranks, in the unit of the limit: %1</source>
        <comment>unit</comment>
        <translation>所有 rank 中的最高值，单位与上限相同：%1</translation>
    </message>
    <message>
        <source>No schedule yet</source>
        <translation>还没有调度</translation>
    </message>
    <message>
        <source>No schedule</source>
        <translation>没有调度</translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::FindForm</name>
    <message>
        <source>Given</source>
        <translation>已知</translation>
    </message>
    <message>
        <source>Ranks</source>
        <translation>Rank 数</translation>
    </message>
    <message>
        <source>Of the pipeline</source>
        <translation>流水线的 rank 数</translation>
    </message>
    <message>
        <source>Microbatches</source>
        <translation>微批次</translation>
    </message>
    <message>
        <source>Of one step</source>
        <translation>一步的微批次数</translation>
    </message>
    <message>
        <source>Costs</source>
        <translation>开销</translation>
    </message>
    <message>
        <source>The times of a rank&apos;s whole share of the model, for one microbatch. A schedule with several stages per rank splits them among its stages.</source>
        <translation>一个 rank 所承担的全部模型部分对一个微批次的时间。每 rank 有多个阶段的调度会把它们分摊到各阶段。</translation>
    </message>
    <message>
        <source>&amp;Take from the document</source>
        <translation>取自文档(&amp;T)</translation>
    </message>
    <message>
        <source>Ranks, microbatches, costs and limit of the open schedule</source>
        <translation>当前打开的调度的 rank 数、微批次数、开销和上限</translation>
    </message>
    <message>
        <source>Memory limit</source>
        <translation>显存上限</translation>
    </message>
    <message>
        <source>no limit</source>
        <translation>无上限</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>层数</translation>
    </message>
    <message>
        <source>Layers of the whole model; the search also decides how many each stage gets. Empty: as in the costs</source>
        <translation>整个模型的层数；每个阶段取多少层也会一并求出。留空：按开销所给</translation>
    </message>
    <message>
        <source>as in the costs</source>
        <translation>按开销所给</translation>
    </message>
    <message>
        <source>Wanted</source>
        <translation>目标</translation>
    </message>
    <message>
        <source>Step time</source>
        <translation>一步时间</translation>
    </message>
    <message>
        <source>Rank span</source>
        <translation>Rank 跨度</translation>
    </message>
    <message>
        <source>Minimize</source>
        <translation>缩短</translation>
    </message>
    <message>
        <source>The whole step, or the longest time of a rank from its first start to its last end, as in papers on zero bubbles</source>
        <translation>整个一步；或各 rank 从首次开始到末次结束的最长时间，如零气泡论文所用</translation>
    </message>
    <message>
        <source>Stages per rank</source>
        <translation>每 rank 阶段数</translation>
    </message>
    <message>
        <source>Of the schedules to try</source>
        <translation>要尝试的调度的阶段数</translation>
    </message>
    <message>
        <source>any</source>
        <comment>number of stages</comment>
        <translation>任意</translation>
    </message>
    <message>
        <source>any</source>
        <comment>placement</comment>
        <translation>任意</translation>
    </message>
    <message>
        <source>loop: stage s on rank s mod ranks</source>
        <translation>循环：阶段 s 在 rank s mod rank 数上</translation>
    </message>
    <message>
        <source>V: forth and back over the ranks</source>
        <translation>V：在各 rank 间往返</translation>
    </message>
    <message>
        <source>block: neighbors on one rank</source>
        <translation>块：相邻阶段在同一 rank 上</translation>
    </message>
    <message>
        <source>mirror: two directions</source>
        <translation>镜像：两个方向</translation>
    </message>
    <message>
        <source>Placement</source>
        <translation>放置方式</translation>
    </message>
    <message>
        <source>Which rank holds which stage</source>
        <translation>哪个 rank 放哪个阶段</translation>
    </message>
    <message>
        <source>Time limit</source>
        <translation>多久</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>The best order is improved until this time has passed. Empty: until the number of changes is reached</source>
        <translation>在这段时间内持续改进最好的顺序。留空：直到达到修改次数</translation>
    </message>
    <message>
        <source>seconds</source>
        <translation>秒</translation>
    </message>
    <message>
        <source>Changes</source>
        <translation>修改次数</translation>
    </message>
    <message>
        <source>How many changes to try. Without a time limit, the result is the same every time and on every machine</source>
        <translation>尝试这么多次修改。不给出时间时，每次在任何机器上结果都相同</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>field, what is wrong</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Check at least one schedule to try.</source>
        <translation>请至少勾选一个要尝试的调度。</translation>
    </message>
    <message>
        <source>Enter a time limit or a number of changes.</source>
        <translation>请给出时间或修改次数。</translation>
    </message>
    <message>
        <source>no limit</source>
        <comment>duration</comment>
        <translation>无上限</translation>
    </message>
    <message>
        <source>no limit</source>
        <comment>number of changes</comment>
        <translation>无上限</translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::FoldedLabel</name>
    <message>
        <source>more</source>
        <translation>更多</translation>
    </message>
    <message>
        <source>less</source>
        <translation>收起</translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::FoundPicture</name>
    <message>
        <source>Picture of the best schedule</source>
        <translation>最佳调度的图</translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::FrameTimeLabel</name>
    <message>
        <source>How long the timeline took to draw</source>
        <translation>绘制时间线所用的时间</translation>
    </message>
    <message>
        <source>drawn in %1 ms</source>
        <translation>绘制用时 %1 ms</translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::HelpCommands</name>
    <message>
        <source>Help</source>
        <translation>帮助</translation>
    </message>
    <message>
        <source>keys keyboard mouse gestures</source>
        <translation>快捷键 键盘 鼠标 手势 keys keyboard mouse gestures</translation>
    </message>
    <message>
        <source>&amp;Shortcuts</source>
        <translation>快捷键(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;About Bubblescope</source>
        <translation>关于 Bubblescope(&amp;A)</translation>
    </message>
    <message>
        <source>About Bubblescope</source>
        <translation>关于 Bubblescope</translation>
    </message>
    <message>
        <source>&lt;h3&gt;Bubblescope %1&lt;/h3&gt;&lt;p&gt;Visualize pipeline-parallel training schedules.&lt;/p&gt;&lt;p&gt;The window is free software under the GNU General Public License, version 3 or later; the core library and the command line are under the Apache License 2.0.&lt;/p&gt;&lt;p&gt;It uses no network: nothing that you open leaves this machine.&lt;/p&gt;&lt;p&gt;Qt %2&lt;/p&gt;</source>
        <translation>&lt;h3&gt;Bubblescope %1&lt;/h3&gt;&lt;p&gt;让流水线并行训练的调度清晰可见。&lt;/p&gt;&lt;p&gt;本窗口程序是自由软件，采用 GNU 通用公共许可证第 3 版或更高版本；核心库和命令行采用 Apache 许可证 2.0。&lt;/p&gt;&lt;p&gt;它不使用网络：您打开的任何内容都不会离开这台机器。&lt;/p&gt;&lt;p&gt;Qt %2&lt;/p&gt;</translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::IdleBar</name>
    <message>
        <source>waits for %1</source>
        <comment>kind of action</comment>
        <translation>等待 %1</translation>
    </message>
    <message>
        <source>for %1</source>
        <comment>after &apos;waits for B&apos;: kind of action</comment>
        <translation>%1</translation>
    </message>
    <message>
        <source>waits</source>
        <comment>idle time</comment>
        <translation>等待</translation>
    </message>
    <message>
        <source>transfer</source>
        <comment>idle time</comment>
        <translation>传输</translation>
    </message>
    <message>
        <source>communication</source>
        <comment>idle time</comment>
        <translation>通信</translation>
    </message>
    <message>
        <source>FSDP</source>
        <comment>idle time</comment>
        <translation>FSDP</translation>
    </message>
    <message>
        <source>host</source>
        <comment>idle time</comment>
        <translation>主机</translation>
    </message>
    <message>
        <source>nothing left</source>
        <comment>idle time</comment>
        <translation>已无任务</translation>
    </message>
    <message>
        <source>Why ranks are idle</source>
        <translation>各 rank 空闲的原因</translation>
    </message>
    <message>
        <source>%1: %2 idle, %3 of all time</source>
        <comment>why, time, percent</comment>
        <translation>%1：空闲 %2，占全部时间的 %3</translation>
    </message>
    <message>
        <source>Click to show only these in lanes and table; again shows all.</source>
        <translation>单击后泳道和表格只显示这些，再次单击显示全部。</translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::InspectorPanel</name>
    <message>
        <source>Slack</source>
        <translation>松弛时间</translation>
    </message>
    <message>
        <source>%1 · on the critical path</source>
        <comment>time</comment>
        <translation>%1 · 在关键路径上</translation>
    </message>
    <message>
        <source>%1 · on another critical path</source>
        <comment>time</comment>
        <translation>%1 · 在另一条关键路径上</translation>
    </message>
    <message>
        <source>Critical path</source>
        <translation>关键路径</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Length</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>Actions</source>
        <translation>动作</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <comment>how many, time</comment>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>Between them</source>
        <translation>两者之间</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <comment>time, percent</comment>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>All ranks</source>
        <translation>所有 rank</translation>
    </message>
    <message>
        <source>Bubble</source>
        <translation>气泡</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>Rank</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>End</source>
        <translation>结束</translation>
    </message>
    <message>
        <source>Of which transfer</source>
        <translation>其中传输</translation>
    </message>
    <message>
        <source>Share of idle time</source>
        <translation>占空闲时间比例</translation>
    </message>
    <message>
        <source>Waits for</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>rank %1, ended %2</source>
        <translation>rank %1，结束于 %2</translation>
    </message>
    <message>
        <source>starts %1</source>
        <translation>开始于 %1</translation>
    </message>
    <message>
        <source>Main cause</source>
        <translation>主要因为</translation>
    </message>
    <message>
        <source>Predicted</source>
        <translation>预测</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>Started later</source>
        <translation>开始较晚</translation>
    </message>
    <message>
        <source>Took longer</source>
        <translation>多用时间</translation>
    </message>
    <message>
        <source>Measured</source>
        <translation>实测</translation>
    </message>
    <message>
        <source>Starts later</source>
        <translation>开始较晚</translation>
    </message>
    <message>
        <source>Takes longer</source>
        <translation>用时较长</translation>
    </message>
    <message>
        <source>Inspector</source>
        <translation>检查器</translation>
    </message>
    <message>
        <source>Time by kind, per rank</source>
        <translation>各 rank 各种类时间</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>heading, what stands under it</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Action</source>
        <translation>动作</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>种类</translation>
    </message>
    <message>
        <source>Overlapped with</source>
        <translation>重叠于</translation>
    </message>
    <message>
        <source>Stage</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>Microbatch</source>
        <translation>微批次</translation>
    </message>
    <message>
        <source>Waited for</source>
        <translation>等待的动作</translation>
    </message>
    <message>
        <source>Needed by</source>
        <translation>需要它的动作</translation>
    </message>
    <message>
        <source>only its turn</source>
        <translation>只是轮到它</translation>
    </message>
    <message>
        <source>nothing after it</source>
        <translation>之后没有</translation>
    </message>
    <message>
        <source>ended %1</source>
        <translation>结束于 %1</translation>
    </message>
    <message>
        <source>, + %1 transfer</source>
        <comment>time</comment>
        <translation>，+ %1 传输</translation>
    </message>
    <message>
        <source>, after %1 transfer</source>
        <comment>time</comment>
        <translation>，经过 %1 传输</translation>
    </message>
    <message>
        <source>before it on this rank, %1</source>
        <translation>此 rank 上的前一个，%1</translation>
    </message>
    <message>
        <source>rank %1, %2</source>
        <translation>rank %1，%2</translation>
    </message>
    <message>
        <source>The whole run. Select an action or a gap to see what it waited for.</source>
        <translation>整个运行。选择一个动作或空隙，查看它在等待什么。</translation>
    </message>
    <message>
        <source>Makespan</source>
        <translation>完工时间</translation>
    </message>
    <message>
        <source>Ideal time</source>
        <translation>理想时间</translation>
    </message>
    <message>
        <source>Bubble rate</source>
        <translation>气泡率</translation>
    </message>
    <message>
        <source>Idle fraction</source>
        <translation>空闲比例</translation>
    </message>
    <message>
        <source>Longest rank span</source>
        <translation>最长 rank 跨度</translation>
    </message>
    <message>
        <source>Peak activations</source>
        <translation>激活峰值</translation>
    </message>
    <message>
        <source>Peak stage activations</source>
        <translation>阶段激活峰值</translation>
    </message>
    <message>
        <source>Stages</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>显存</translation>
    </message>
    <message>
        <source>Peak</source>
        <translation>峰值</translation>
    </message>
    <message>
        <source>%1 on rank %2</source>
        <translation>rank %2 上 %1</translation>
    </message>
    <message>
        <source>Limit</source>
        <translation>上限</translation>
    </message>
    <message>
        <source>No rank exceeds the limit.</source>
        <translation>没有 rank 超限。</translation>
    </message>
    <message>
        <source>first rank above the limit: rank %1, %2</source>
        <translation>最先超限：rank %1，%2</translation>
    </message>
    <message>
        <source>Why ranks are idle</source>
        <translation>各 rank 空闲的原因</translation>
    </message>
    <message>
        <source>When</source>
        <translation>时期</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Why, step by step</source>
        <translation>逐步原因</translation>
    </message>
    <message>
        <source>rank %1, starts %2</source>
        <translation>rank %1，开始于 %2</translation>
    </message>
    <message>
        <source>rank %1, %2 long</source>
        <comment>length</comment>
        <translation>rank %1，时长 %2</translation>
    </message>
    <message>
        <source>and %1 more before it</source>
        <translation>以及更早的 %1 个</translation>
    </message>
    <message>
        <source>Memory of rank %1</source>
        <translation>rank %1 的显存</translation>
    </message>
    <message>
        <source>Holds</source>
        <translation>占用</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <comment>levels</comment>
        <translation>%1 至 %2</translation>
    </message>
    <message>
        <source>%1 at %2</source>
        <comment>level at time</comment>
        <translation>%2 时刻 %1</translation>
    </message>
    <message>
        <source>Above the limit from</source>
        <translation>超限始于</translation>
    </message>
    <message>
        <source>%1 on rank %2</source>
        <comment>activations</comment>
        <translation>rank %2 上 %1 份激活</translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::InspectorRail</name>
    <message>
        <source>Open %1</source>
        <comment>dock</comment>
        <translation>打开%1</translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::InspectorRange</name>
    <message>
        <source>%1 ranks</source>
        <translation>%1 个 rank</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <comment>ranks</comment>
        <translation>%1 至 %2</translation>
    </message>
    <message>
        <source>Measured area</source>
        <translation>测量区域</translation>
    </message>
    <message>
        <source>From</source>
        <translation>从</translation>
    </message>
    <message>
        <source>To</source>
        <translation>到</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>Ranks</source>
        <translation>Rank 数</translation>
    </message>
    <message>
        <source>Idle fraction</source>
        <translation>空闲比例</translation>
    </message>
    <message>
        <source>Bubble rate</source>
        <translation>气泡率</translation>
    </message>
    <message>
        <source>Actions</source>
        <translation>动作</translation>
    </message>
    <message>
        <source>Entirely inside</source>
        <translation>完全在内</translation>
    </message>
    <message>
        <source>Peak memory</source>
        <translation>显存峰值</translation>
    </message>
    <message>
        <source>Time by kind, in the measured area</source>
        <translation>测量区域内各种类时间</translation>
    </message>
    <message>
        <source>Idle per rank, in the measured area</source>
        <translation>测量区域内各 rank 的空闲</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>Rank</translation>
    </message>
    <message>
        <source>%1 on rank %2</source>
        <translation>rank %2 上 %1</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <comment>time, percent</comment>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>Other</source>
        <translation>其他</translation>
    </message>
    <message>
        <source>Idle</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>Communication alongside compute</source>
        <translation>并行的通信</translation>
    </message>
    <message>
        <source>FSDP alongside compute</source>
        <translation>并行的 FSDP</translation>
    </message>
    <message>
        <source>Rank %1</source>
        <translation>Rank %1</translation>
    </message>
    <message>
        <source>and 1 more rank</source>
        <translation>还有 1 个 rank</translation>
    </message>
    <message>
        <source>and %1 more ranks</source>
        <translation>还有 %1 个 rank</translation>
    </message>
    <message>
        <source>Exchange between experts alongside compute</source>
        <translation>并行的专家间交换</translation>
    </message>
    <message>
        <source>Copies to and from the host alongside compute</source>
        <translation>并行的与主机间的复制</translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::KindBars</name>
    <message>
        <source>Time by kind, per rank</source>
        <translation>各 rank 各种类时间</translation>
    </message>
    <message>
        <source>and 1 more rank</source>
        <translation>还有 1 个 rank</translation>
    </message>
    <message>
        <source>and %1 more ranks</source>
        <translation>还有 %1 个 rank</translation>
    </message>
    <message>
        <source>no trace</source>
        <translation>没有 trace</translation>
    </message>
    <message>
        <source>Rank %1</source>
        <translation>Rank %1</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>kind: time</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Communication, FSDP</source>
        <translation>通信，FSDP</translation>
    </message>
    <message>
        <source>No trace</source>
        <translation>没有 trace</translation>
    </message>
    <message>
        <source>Idle: %1</source>
        <comment>time</comment>
        <translation>空闲：%1</translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::LaneCommands</name>
    <message>
        <source>Lanes</source>
        <translation>泳道</translation>
    </message>
    <message>
        <source>&amp;Pin or unpin</source>
        <translation>置顶或取消置顶(&amp;P)</translation>
    </message>
    <message>
        <source>keep lane on top rank</source>
        <translation>置顶 保持 泳道 keep lane on top rank</translation>
    </message>
    <message>
        <source>&amp;Hide</source>
        <translation>隐藏(&amp;H)</translation>
    </message>
    <message>
        <source>hide lane rank remove</source>
        <translation>隐藏 泳道 移除 hide lane rank remove</translation>
    </message>
    <message>
        <source>&amp;Fold or unfold</source>
        <translation>折叠或展开(&amp;F)</translation>
    </message>
    <message>
        <source>collapse expand lane rank</source>
        <translation>折叠 展开 泳道 collapse expand lane rank</translation>
    </message>
    <message>
        <source>Move &amp;up</source>
        <translation>上移(&amp;U)</translation>
    </message>
    <message>
        <source>reorder lane rank</source>
        <translation>重排 泳道 reorder lane rank</translation>
    </message>
    <message>
        <source>Move &amp;down</source>
        <translation>下移(&amp;D)</translation>
    </message>
    <message>
        <source>Move to the &amp;top</source>
        <translation>移到顶部(&amp;T)</translation>
    </message>
    <message>
        <source>reorder lane rank first</source>
        <translation>重排 泳道 最前 reorder lane rank first</translation>
    </message>
    <message>
        <source>hidden unhide ranks</source>
        <translation>隐藏的 取消隐藏 hidden unhide ranks</translation>
    </message>
    <message>
        <source>&amp;Show all lanes</source>
        <translation>显示所有泳道(&amp;S)</translation>
    </message>
    <message>
        <source>collapse ranks</source>
        <translation>折叠 collapse ranks</translation>
    </message>
    <message>
        <source>F&amp;old all lanes</source>
        <translation>折叠所有泳道(&amp;O)</translation>
    </message>
    <message>
        <source>expand ranks</source>
        <translation>展开 expand ranks</translation>
    </message>
    <message>
        <source>U&amp;nfold all lanes</source>
        <translation>展开所有泳道(&amp;N)</translation>
    </message>
    <message>
        <source>order default unpin</source>
        <translation>顺序 默认 取消置顶 order default unpin</translation>
    </message>
    <message>
        <source>&amp;Reset all lanes</source>
        <translation>重置所有泳道(&amp;R)</translation>
    </message>
    <message>
        <source>Select a lane</source>
        <translation>选择一条泳道</translation>
    </message>
    <message>
        <source>Click its name</source>
        <translation>单击其名称</translation>
    </message>
    <message>
        <source>Fold or unfold</source>
        <translation>折叠或展开</translation>
    </message>
    <message>
        <source>Double-click its name</source>
        <translation>双击其名称</translation>
    </message>
    <message>
        <source>Move a lane; drop it on pinned lanes to pin it</source>
        <translation>移动一条泳道；移到置顶泳道上则置顶</translation>
    </message>
    <message>
        <source>Drag its name</source>
        <translation>拖动其名称</translation>
    </message>
    <message>
        <source>Show the commands for a lane</source>
        <translation>可对一条泳道做的所有操作</translation>
    </message>
    <message>
        <source>Right-click its name</source>
        <translation>右键单击其名称</translation>
    </message>
    <message>
        <source>Point at a lane, or select something on it first.</source>
        <translation>请指向一条泳道，或选中其上的内容，以说明是哪一条。</translation>
    </message>
    <message>
        <source>The last lane cannot be hidden.</source>
        <translation>最后一条泳道保留。</translation>
    </message>
    <message>
        <source>Rank %1 was hidden and is now shown again.</source>
        <translation>Rank %1 原已隐藏，现重新显示。</translation>
    </message>
    <message>
        <source>Hide it again</source>
        <translation>再次隐藏</translation>
    </message>
    <message>
        <source>Rank %1</source>
        <translation>Rank %1</translation>
    </message>
    <message>
        <source>Un&amp;pin</source>
        <translation>取消置顶(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Pin on top</source>
        <translation>置顶(&amp;P)</translation>
    </message>
    <message>
        <source>Un&amp;fold</source>
        <translation>展开(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Fold</source>
        <translation>折叠(&amp;F)</translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::LaneHeaders</name>
    <message>
        <source>Show all lanes (Shift+H)</source>
        <translation>显示所有泳道 (Shift+H)</translation>
    </message>
    <message>
        <source>Unfold rank %1 (Shift+F)</source>
        <translation>展开 rank %1 (Shift+F)</translation>
    </message>
    <message>
        <source>Fold rank %1 (Shift+F)</source>
        <translation>折叠 rank %1 (Shift+F)</translation>
    </message>
    <message>
        <source>Unpin rank %1 (P)</source>
        <translation>取消置顶 rank %1 (P)</translation>
    </message>
    <message>
        <source>Keep rank %1 on top (P)</source>
        <translation>将 rank %1 置顶 (P)</translation>
    </message>
    <message>
        <source>Hide rank %1 (H)</source>
        <translation>隐藏 rank %1 (H)</translation>
    </message>
    <message numerus="yes">
        <source>%n hidden · </source>
        <comment>lanes</comment>
        <translation>
            <numerusform>已隐藏 %n 条 · </numerusform>
        </translation>
    </message>
    <message>
        <source>show</source>
        <comment>hidden lanes</comment>
        <translation>显示</translation>
    </message>
    <message>
        <source>Rank %1</source>
        <translation>Rank %1</translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::LanguageCommands</name>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>&amp;System default</source>
        <translation>跟随系统(&amp;S)</translation>
    </message>
    <message>
        <source>The language changes at the next start.</source>
        <translation>语言在下次启动时更改。</translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::LayoutBand</name>
    <message>
        <source>embedding</source>
        <translation>嵌入层</translation>
    </message>
    <message>
        <source>layer</source>
        <translation>层</translation>
    </message>
    <message>
        <source>layer with experts</source>
        <translation>含专家的层</translation>
    </message>
    <message>
        <source>prediction</source>
        <translation>预测层</translation>
    </message>
    <message>
        <source>loss</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>Layers of the stages</source>
        <translation>各阶段的层</translation>
    </message>
    <message>
        <source>Boundary %1 of %2, between stage %3 (%4) and stage %5 (%6). Left and Right move it, Up and Down choose another.</source>
        <translation>第 %1 个边界，共 %2 个，位于阶段 %3（%4）与阶段 %5（%6）之间。左右键移动它，上下键选择其他边界。</translation>
    </message>
    <message>
        <source>Drag it to move layers to the stage beside it</source>
        <translation>拖动可把层移到相邻阶段</translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::LayoutForm</name>
    <message>
        <source>Layout</source>
        <translation>布局</translation>
    </message>
    <message>
        <source>Stage %1 on rank %2</source>
        <translation>阶段 %1，rank %2</translation>
    </message>
    <message>
        <source>Stage %1</source>
        <translation>阶段 %1</translation>
    </message>
    <message>
        <source>%1 × %2</source>
        <comment>count, kind of layer</comment>
        <translation>%1 × %2</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>stage, layers</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>no layers</source>
        <translation>没有层</translation>
    </message>
    <message>
        <source>The layout has %1 stages, the schedule %2</source>
        <translation>布局有 %1 个阶段，而调度有 %2 个</translation>
    </message>
    <message>
        <source>Step %1 (%2)</source>
        <comment>time, change</comment>
        <translation>步时间 %1（%2）</translation>
    </message>
    <message>
        <source>peak %1 (%2)</source>
        <comment>size, change</comment>
        <translation>峰值 %1（%2）</translation>
    </message>
    <message>
        <source>Which layers each stage holds, as Megatron writes it: E embedding, t layer, m prediction, L loss, | the next stage, t*3 and (tt|)*3 repeat. Empty: the layers per stage count</source>
        <translation>每个阶段包含哪些层，采用 Megatron 的写法：E 嵌入层，t 层，m 预测层，L 损失，| 下一阶段，t*3 和 (tt|)*3 表示重复。留空：以每阶段层数为准</translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::LegendItem</name>
    <message>
        <source>Source of the times: %1</source>
        <comment>source of costs</comment>
        <translation>时间取自：%1</translation>
    </message>
    <message>
        <source>Idle time cannot be hidden</source>
        <translation>空闲时间不能隐藏</translation>
    </message>
    <message>
        <source>The line across each rank&apos;s memory</source>
        <translation>横贯各 rank 显存图的线</translation>
    </message>
    <message>
        <source>%1, shown</source>
        <translation>%1，已显示</translation>
    </message>
    <message>
        <source>%1, hidden</source>
        <translation>%1，已隐藏</translation>
    </message>
    <message>
        <source>%1: click hides it, Alt+click shows only this kind</source>
        <translation>%1：单击隐藏，Alt+单击只显示它</translation>
    </message>
    <message>
        <source>%1: click shows it, Alt+click shows only this kind</source>
        <translation>%1：单击显示，Alt+单击只显示它</translation>
    </message>
    <message>
        <source>A rank&apos;s first stage has the full color; the stages after it are lighter</source>
        <translation>每个 rank 的第一个阶段用全色，之后的阶段颜色较浅</translation>
    </message>
    <message>
        <source>Where a pixel shows several actions, their colors are mixed by how long each runs</source>
        <translation>一个像素显示多个动作时，颜色按各自时长混合</translation>
    </message>
    <message>
        <source>The actions that the step time is made of</source>
        <translation>构成一步时间的动作</translation>
    </message>
    <message>
        <source>What ranks do before their first and after their last action</source>
        <translation>各 rank 在第一个动作之前和最后一个动作之后所做的事</translation>
    </message>
    <message>
        <source>The experts of a block have bars, its attention has none; dispatch and combine are in the lane of experts. Letters: A attention, D dispatch, E experts, C combine</source>
        <translation>块的专家部分带横条，注意力部分不带；分发与合并在专家泳道中。字母：A 注意力，D 分发，E 专家，C 合并</translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::LegendWidget</name>
    <message>
        <source>Legend</source>
        <translation>图例</translation>
    </message>
    <message>
        <source>Hides and shows kinds of actions</source>
        <translation>隐藏或显示动作的种类</translation>
    </message>
    <message>
        <source>F</source>
        <translation>F</translation>
    </message>
    <message>
        <source>I</source>
        <translation>I</translation>
    </message>
    <message>
        <source>W</source>
        <translation>W</translation>
    </message>
    <message>
        <source>B</source>
        <translation>B</translation>
    </message>
    <message>
        <source>F+B</source>
        <translation>F+B</translation>
    </message>
    <message>
        <source>C</source>
        <translation>C</translation>
    </message>
    <message>
        <source>Communication</source>
        <translation>通信</translation>
    </message>
    <message>
        <source>S</source>
        <translation>S</translation>
    </message>
    <message>
        <source>FSDP</source>
        <translation>FSDP</translation>
    </message>
    <message>
        <source>Idle</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>Critical path</source>
        <translation>关键路径</translation>
    </message>
    <message>
        <source>Memory limit %1</source>
        <translation>显存上限 %1</translation>
    </message>
    <message>
        <source>R</source>
        <translation>R</translation>
    </message>
    <message>
        <source>Later stage</source>
        <translation>较后阶段</translation>
    </message>
    <message>
        <source>of the rank</source>
        <translation>（同一 rank）</translation>
    </message>
    <message>
        <source>Head and tail</source>
        <translation>开头和结尾</translation>
    </message>
    <message>
        <source>Mixed</source>
        <comment>color</comment>
        <translation>混合</translation>
    </message>
    <message>
        <source>where narrower than a pixel</source>
        <translation>（不足一个像素处）</translation>
    </message>
    <message>
        <source>D</source>
        <translation>D</translation>
    </message>
    <message>
        <source>O</source>
        <translation>O</translation>
    </message>
    <message>
        <source>Vocabulary forward</source>
        <translation>词表前向</translation>
    </message>
    <message>
        <source>Dispatch</source>
        <translation>分发</translation>
    </message>
    <message>
        <source>Offload</source>
        <translation>卸载到主机</translation>
    </message>
    <message>
        <source>T</source>
        <translation>T</translation>
    </message>
    <message>
        <source>L</source>
        <translation>L</translation>
    </message>
    <message>
        <source>Vocabulary backward</source>
        <translation>词表反向</translation>
    </message>
    <message>
        <source>Combine</source>
        <translation>合并</translation>
    </message>
    <message>
        <source>Reload</source>
        <translation>载回</translation>
    </message>
    <message>
        <source>E</source>
        <translation>E</translation>
    </message>
    <message>
        <source>Experts of a block</source>
        <translation>块的专家部分</translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::ListGestures</name>
    <message>
        <source>Overview</source>
        <translation>总览</translation>
    </message>
    <message>
        <source>Pan</source>
        <translation>平移</translation>
    </message>
    <message>
        <source>drag the frame, Shift+wheel; Left, Right</source>
        <translation>拖动方框，Shift+滚轮；左、右方向键</translation>
    </message>
    <message>
        <source>Pan by the shown range</source>
        <translation>按所示长度平移</translation>
    </message>
    <message>
        <source>PageUp, PageDown</source>
        <translation>PageUp、PageDown</translation>
    </message>
    <message>
        <source>Zoom by an edge</source>
        <translation>移动一边以缩放</translation>
    </message>
    <message>
        <source>drag an edge of the frame</source>
        <translation>拖动方框的一边</translation>
    </message>
    <message>
        <source>Zoom</source>
        <translation>缩放</translation>
    </message>
    <message>
        <source>wheel; +, -</source>
        <translation>滚轮；+、-</translation>
    </message>
    <message>
        <source>Show a new range</source>
        <translation>显示新的范围</translation>
    </message>
    <message>
        <source>drag outside the frame</source>
        <translation>在方框旁拖动</translation>
    </message>
    <message>
        <source>Center the frame there</source>
        <translation>把方框移到那里</translation>
    </message>
    <message>
        <source>click outside it</source>
        <translation>在方框旁单击</translation>
    </message>
    <message>
        <source>To the start, to the end</source>
        <translation>到开头、到结尾</translation>
    </message>
    <message>
        <source>Home, End</source>
        <translation>Home、End</translation>
    </message>
    <message>
        <source>Fit all</source>
        <translation>显示全部</translation>
    </message>
    <message>
        <source>double-click; 0</source>
        <translation>双击；0</translation>
    </message>
    <message>
        <source>Legend</source>
        <translation>图例</translation>
    </message>
    <message>
        <source>Hide or show a kind</source>
        <translation>隐藏或显示一个种类</translation>
    </message>
    <message>
        <source>click; Space</source>
        <translation>单击；空格</translation>
    </message>
    <message>
        <source>Show a kind alone</source>
        <translation>只显示一个种类</translation>
    </message>
    <message>
        <source>Alt+click; Alt+Space</source>
        <translation>Alt+单击；Alt+空格</translation>
    </message>
    <message>
        <source>Next, previous kind</source>
        <translation>下一个、上一个种类</translation>
    </message>
    <message>
        <source>Right, Left</source>
        <translation>右、左方向键</translation>
    </message>
    <message>
        <source>Bubbles and problems</source>
        <translation>气泡与问题</translation>
    </message>
    <message>
        <source>Go to the place of a row</source>
        <translation>转到一行所说之处</translation>
    </message>
    <message>
        <source>click; Enter</source>
        <translation>单击；Enter</translation>
    </message>
    <message>
        <source>Fit it</source>
        <translation>铺满它</translation>
    </message>
    <message>
        <source>Ctrl+Enter; double-click on a bubble</source>
        <translation>Ctrl+Enter；双击气泡</translation>
    </message>
    <message>
        <source>Show the commands for a row</source>
        <translation>可对一行做的所有操作</translation>
    </message>
    <message>
        <source>right-click; Menu</source>
        <translation>右键单击；菜单键</translation>
    </message>
    <message>
        <source>Sort; reverse the order</source>
        <translation>排序；反转顺序</translation>
    </message>
    <message>
        <source>click on a header</source>
        <translation>单击表头</translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::LookController</name>
    <message>
        <source>Theme</source>
        <translation>主题</translation>
    </message>
    <message>
        <source>theme colors colours palette</source>
        <translation>主题 颜色 配色 theme colours palette</translation>
    </message>
    <message>
        <source>As on the &amp;desktop</source>
        <translation>跟随桌面(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Light</source>
        <translation>浅色(&amp;L)</translation>
    </message>
    <message>
        <source>D&amp;ark</source>
        <translation>深色(&amp;A)</translation>
    </message>
    <message>
        <source>theme colors colours palette accessible deuteranopia protanopia</source>
        <translation>主题 颜色 配色 无障碍 绿色盲 红色盲 theme colours palette accessible deuteranopia protanopia</translation>
    </message>
    <message>
        <source>&amp;Color-blind safe</source>
        <translation>色盲友好(&amp;C)</translation>
    </message>
    <message>
        <source>Colors that everyone can tell apart</source>
        <translation>人人都能分辨的颜色</translation>
    </message>
    <message>
        <source>&amp;High contrast</source>
        <translation>高对比度(&amp;H)</translation>
    </message>
    <message>
        <source>View</source>
        <translation>视图</translation>
    </message>
    <message>
        <source>&amp;Memory under the lanes</source>
        <translation>泳道下方的显存(&amp;M)</translation>
    </message>
    <message>
        <source>Re&amp;sidual lanes</source>
        <translation>残差泳道(&amp;S)</translation>
    </message>
    <message>
        <source>Show under each lane of a measured run how much longer its actions took than predicted</source>
        <translation>在实测运行的每条泳道下方，显示其动作比预测多用的时间</translation>
    </message>
    <message>
        <source>&amp;Reduced motion</source>
        <translation>减少动画(&amp;R)</translation>
    </message>
    <message>
        <source>%1 (hidden with more than %2 ranks)</source>
        <comment>memory under the lanes</comment>
        <translation>%1（超过 %2 个 rank 时省略）</translation>
    </message>
    <message>
        <source>Memory by &amp;part</source>
        <translation>显存构成(&amp;P)</translation>
    </message>
    <message>
        <source>Stack what each rank holds: parameters, optimizer states, gradients, activations</source>
        <translation>堆叠显示每个 rank 所占用的内容：参数、优化器状态、梯度、激活</translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::LostTimePanel</name>
    <message>
        <source>List the actions of the chosen cause</source>
        <translation>列出所选原因的动作</translation>
    </message>
    <message>
        <source>List the actions</source>
        <translation>列出动作</translation>
    </message>
    <message>
        <source>List 1 action</source>
        <translation>列出 1 个动作</translation>
    </message>
    <message>
        <source>List %1 actions</source>
        <translation>列出 %1 个动作</translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::LoweringRow</name>
    <message>
        <source>None</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Send/receive (PyTorch)</source>
        <translation>发送/接收 (PyTorch)</translation>
    </message>
    <message>
        <source>Send/receive (hyper_parallel)</source>
        <translation>发送/接收 (hyper_parallel)</translation>
    </message>
    <message>
        <source>Send/receive (hyper_parallel, aligned)</source>
        <translation>发送/接收 (hyper_parallel，对齐)</translation>
    </message>
    <message>
        <source>FSDP (PyTorch)</source>
        <translation>FSDP (PyTorch)</translation>
    </message>
    <message>
        <source>FSDP (hyper_parallel)</source>
        <translation>FSDP (hyper_parallel)</translation>
    </message>
    <message>
        <source>PyTorch complete</source>
        <translation>PyTorch 完整</translation>
    </message>
    <message>
        <source>Lowering</source>
        <translation>Lowering</translation>
    </message>
    <message>
        <source>What to add to the order before timing it: sends and receives, FSDP.</source>
        <translation>计时之前向顺序中加入的内容：发送和接收、FSDP。</translation>
    </message>
    <message>
        <source>Custom…</source>
        <translation>自定义…</translation>
    </message>
    <message>
        <source>Passes</source>
        <translation>Pass 列表</translation>
    </message>
    <message>
        <source>strip fsdp send-recv:style=torch</source>
        <translation>strip fsdp send-recv:style=torch</translation>
    </message>
    <message>
        <source>Passes separated by spaces, with their settings after a colon.</source>
        <translation>各 pass 以空格分隔，设置写在冒号之后。</translation>
    </message>
    <message>
        <source>Recompute forwards</source>
        <translation>重计算前向</translation>
    </message>
    <message>
        <source>Offload activations</source>
        <translation>卸载激活</translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::MainWindow</name>
    <message>
        <source>Schedule</source>
        <translation>调度</translation>
    </message>
    <message>
        <source>Inspector</source>
        <translation>检查器</translation>
    </message>
    <message>
        <source>Bubbles</source>
        <translation>气泡</translation>
    </message>
    <message>
        <source>Problems</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>%1 (incomplete)[*] — Bubblescope</source>
        <comment>document, some of it not read</comment>
        <translation>%1（不完整）[*] — Bubblescope</translation>
    </message>
    <message>
        <source>%1[*] — Bubblescope</source>
        <comment>document</comment>
        <translation>%1[*] — Bubblescope</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>退出(&amp;Q)</translation>
    </message>
    <message>
        <source>Inspector copied as CSV.</source>
        <translation>检查器内容已复制为 CSV。</translation>
    </message>
    <message>
        <source>Still showing %1.</source>
        <comment>document</comment>
        <translation>当前显示的仍是 %1。</translation>
    </message>
    <message>
        <source>Lost time</source>
        <translation>损失的时间</translation>
    </message>
    <message>
        <source>Opening %1 and %2 more…</source>
        <comment>first of several files, number</comment>
        <translation>正在打开 %1 等，另有 %2 个…</translation>
    </message>
    <message>
        <source>Opening %1…</source>
        <comment>file</comment>
        <translation>正在打开 %1…</translation>
    </message>
    <message>
        <source>Opening what was open last…</source>
        <translation>正在打开上次的内容…</translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::MeasureCommands</name>
    <message>
        <source>Measuring</source>
        <translation>测量</translation>
    </message>
    <message>
        <source>Se&amp;lect mode</source>
        <translation>选择模式(&amp;L)</translation>
    </message>
    <message>
        <source>Select</source>
        <translation>选择</translation>
    </message>
    <message>
        <source>&amp;Measure mode</source>
        <translation>测量模式(&amp;M)</translation>
    </message>
    <message>
        <source>Measure</source>
        <translation>测量</translation>
    </message>
    <message>
        <source>area range totals ruler</source>
        <translation>区域 范围 总计 标尺 area range totals ruler</translation>
    </message>
    <message>
        <source>Measu&amp;re the selection</source>
        <translation>测量所选(&amp;R)</translation>
    </message>
    <message>
        <source>Measure to the ne&amp;xt edge</source>
        <translation>测量到下一边缘(&amp;X)</translation>
    </message>
    <message>
        <source>Measure to the pre&amp;vious edge</source>
        <translation>测量到上一边缘(&amp;V)</translation>
    </message>
    <message>
        <source>Measure down a lane</source>
        <translation>向下多测一条泳道</translation>
    </message>
    <message>
        <source>Measure up a lane</source>
        <translation>向上多测一条泳道</translation>
    </message>
    <message>
        <source>Measure an area</source>
        <translation>测量一个区域</translation>
    </message>
    <message>
        <source>left-drag from an empty place or an unselected action; in measure mode from anywhere</source>
        <translation>从空白处或未选中的动作起用左键拖动；测量模式下可从任意处开始</translation>
    </message>
    <message>
        <source>Move an edge of the area</source>
        <translation>移动区域的一条边</translation>
    </message>
    <message>
        <source>drag the edge</source>
        <translation>拖动该边</translation>
    </message>
    <message>
        <source>Turn off snapping to the edges of actions</source>
        <translation>不吸附到动作边缘</translation>
    </message>
    <message>
        <source>hold Alt while dragging</source>
        <translation>拖动时按住 Alt</translation>
    </message>
    <message>
        <source>Fit the area</source>
        <translation>铺满区域</translation>
    </message>
    <message>
        <source>double-click in it</source>
        <translation>在其中双击</translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::MeasureForm</name>
    <message>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>Which GPU of this machine to measure on</source>
        <translation>在本机的哪个 GPU 上测量</translation>
    </message>
    <message>
        <source>Check again</source>
        <translation>重新查找</translation>
    </message>
    <message>
        <source>Ask the probe again which GPUs there are</source>
        <translation>再次询问探针程序有哪些 GPU</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>测量精度</translation>
    </message>
    <message>
        <source>Accept at</source>
        <translation>合格标准</translation>
    </message>
    <message>
        <source>A time is accepted when the half-width of its 95 % interval is below this</source>
        <translation>95 % 置信区间的半宽不超过此值时，该时间为合格</translation>
    </message>
    <message>
        <source>% half-width</source>
        <translation>% 半宽</translation>
    </message>
    <message>
        <source>Expected 0.01 to 50.</source>
        <translation>应为 0.01 至 50。</translation>
    </message>
    <message>
        <source>Time limit</source>
        <translation>最长</translation>
    </message>
    <message>
        <source>Then measuring ends, and times that are not yet accepted are flagged</source>
        <translation>到时即结束，尚不合格的时间带有标记</translation>
    </message>
    <message>
        <source>s</source>
        <translation>秒</translation>
    </message>
    <message>
        <source>Expected 1 to 86400.</source>
        <translation>应为 1 至 86400。</translation>
    </message>
    <message>
        <source>Libraries</source>
        <translation>库</translation>
    </message>
    <message>
        <source>system default</source>
        <translation>系统查找的位置</translation>
    </message>
    <message>
        <source>Folder of the CUDA libraries (libcublasLt). Empty: where the system looks for them</source>
        <translation>CUDA 库 (libcublasLt) 所在的文件夹；留空：系统查找的位置</translation>
    </message>
    <message>
        <source>As available</source>
        <translation>按可用情况</translation>
    </message>
    <message>
        <source>cuDNN</source>
        <translation>cuDNN</translation>
    </message>
    <message>
        <source>Unfused</source>
        <translation>未融合</translation>
    </message>
    <message>
        <source>From the matrix rate</source>
        <translation>由矩阵算力推算</translation>
    </message>
    <message>
        <source>Attention by</source>
        <translation>注意力算法</translation>
    </message>
    <message>
        <source>How attention is run, or whether it is computed from the measured rate</source>
        <translation>注意力如何运行，或由测得的算力推算</translation>
    </message>
    <message>
        <source>Quick</source>
        <translation>快速</translation>
    </message>
    <message>
        <source>A tenth of the rounds</source>
        <translation>轮数为十分之一</translation>
    </message>
    <message>
        <source>Best algorithm of each product</source>
        <translation>每个矩阵乘用最佳算法</translation>
    </message>
    <message>
        <source>Time up to 8 and use the fastest; frameworks use the first</source>
        <translation>最多测 8 种并取最佳；框架取第一种</translation>
    </message>
    <message>
        <source>Only an idle GPU</source>
        <translation>仅用空闲 GPU</translation>
    </message>
    <message>
        <source>Refuse a GPU that other programs use</source>
        <translation>拒绝其他程序正在使用的 GPU</translation>
    </message>
    <message>
        <source>In addition to F, I, W and B</source>
        <translation>F、I、W、B 之外</translation>
    </message>
    <message>
        <source>Overlap</source>
        <translation>重叠</translation>
    </message>
    <message>
        <source>A forward alongside a backward, on two streams</source>
        <translation>在两条流上，前向与反向同时进行</translation>
    </message>
    <message>
        <source>Transfers</source>
        <translation>传输</translation>
    </message>
    <message>
        <source>Copies between GPUs; with only one GPU, copies within it as a stand-in</source>
        <translation>GPU 之间的拷贝；只有一个 GPU 时以其内部拷贝代替</translation>
    </message>
    <message>
        <source>Optimizer</source>
        <translation>优化器</translation>
    </message>
    <message>
        <source>AdamW, and gradient accumulation</source>
        <translation>AdamW，以及梯度累加</translation>
    </message>
    <message>
        <source>Checking…</source>
        <translation>正在查找…</translation>
    </message>
    <message>
        <source>None</source>
        <translation>无</translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::MeasureTool</name>
    <message>
        <source>The selected action takes no time: there is nothing to measure.</source>
        <translation>选中的动作不占时间：没有可测量的内容。</translation>
    </message>
    <message>
        <source>Select an action or a gap to measure it.</source>
        <translation>请选中一个动作或空隙以测量它。</translation>
    </message>
    <message>
        <source>Δ %1</source>
        <comment>length</comment>
        <translation>Δ %1</translation>
    </message>
    <message>
        <source>idle %1</source>
        <comment>percent</comment>
        <translation>空闲 %1</translation>
    </message>
    <message>
        <source>1 action</source>
        <translation>1 个动作</translation>
    </message>
    <message>
        <source>%1 actions</source>
        <translation>%1 个动作</translation>
    </message>
    <message>
        <source>rank %1</source>
        <translation>rank %1</translation>
    </message>
    <message>
        <source>%1 ranks</source>
        <translation>%1 个 rank</translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::MemoryKey</name>
    <message>
        <source>Memory by part, from the top: %1</source>
        <comment>list</comment>
        <translation>显存构成，自上而下：%1</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>显存</translation>
    </message>
    <message>
        <source>Under each strip, on the same scale: what is on the host</source>
        <translation>位于每条显存带下方，比例相同：主机上的部分</translation>
    </message>
    <message>
        <source>Solid where it is held throughout a pixel, paler where for a part of it</source>
        <translation>在整个像素的时间内都占用处为实色，仅部分时间占用处颜色较浅</translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::Menus</name>
    <message>
        <source>Open &amp;recent</source>
        <translation>最近打开(&amp;R)</translation>
    </message>
    <message>
        <source>E&amp;xamples</source>
        <translation>示例(&amp;X)</translation>
    </message>
    <message>
        <source>&amp;Theme</source>
        <translation>主题(&amp;T)</translation>
    </message>
    <message>
        <source>Lan&amp;guage</source>
        <translation>语言(&amp;G)</translation>
    </message>
    <message>
        <source>C&amp;harts</source>
        <translation>图表(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;Kinds</source>
        <translation>种类(&amp;K)</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>文件(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>编辑(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>视图(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Lanes</source>
        <translation>泳道(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Selection</source>
        <translation>选择(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>帮助(&amp;H)</translation>
    </message>
    <message>
        <source>Toolbar</source>
        <translation>工具栏</translation>
    </message>
    <message>
        <source>Com&amp;parison</source>
        <translation>比较(&amp;P)</translation>
    </message>
    <message>
        <source>Pa&amp;nels</source>
        <translation>面板(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Tools</source>
        <translation>工具(&amp;T)</translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::MessageBar</name>
    <message>
        <source>Close this message</source>
        <translation>关闭这条消息</translation>
    </message>
    <message numerus="yes">
        <source>Read with %n warning(s); the first:</source>
        <translation>
            <numerusform>读取时有 %n 条警告；第一条：</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::MetricsStrip</name>
    <message>
        <source>Metrics</source>
        <translation>指标</translation>
    </message>
    <message>
        <source>Peak memory</source>
        <translation>显存峰值</translation>
    </message>
    <message>
        <source>Problems</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>Problems that validation found; click to list them</source>
        <translation>校验发现的问题；单击列出</translation>
    </message>
    <message>
        <source>Time per microbatch in the shown step, compared with the measured step of %1</source>
        <translation>所示的步中一个微批次的用时，对照实测的步（%1）</translation>
    </message>
    <message>
        <source>How much longer the shown step takes than the measured step of %1</source>
        <translation>所示的步比实测的步（%1）多用的时间</translation>
    </message>
    <message>
        <source>The limit is %1.</source>
        <translation>上限为 %1。</translation>
    </message>
    <message>
        <source>First above the limit: %1 on rank %2 at %3</source>
        <comment>action</comment>
        <translation>最先超限：%3 时刻 rank %2 上的 %1</translation>
    </message>
    <message>
        <source>%1 × %2</source>
        <comment>ranks × microbatches</comment>
        <translation>%1 × %2</translation>
    </message>
    <message>
        <source>Step time</source>
        <translation>步时间</translation>
    </message>
    <message>
        <source>Idle</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>Scales times; the project and the order do not change</source>
        <translation>缩放时间而不修改项目，顺序保持不变</translation>
    </message>
    <message>
        <source>What if</source>
        <translation>假设</translation>
    </message>
    <message>
        <source>What if ▴</source>
        <translation>假设 ▴</translation>
    </message>
    <message>
        <source>What if ▾</source>
        <translation>假设 ▾</translation>
    </message>
    <message>
        <source>%1 % per microbatch</source>
        <comment>compared with measured</comment>
        <translation>每微批次 %1 %</translation>
    </message>
    <message>
        <source>%1 % of measured</source>
        <comment>signed change</comment>
        <translation>相对实测 %1 %</translation>
    </message>
    <message>
        <source>The most that a rank holds at once: activations, parameters, gradients and optimizer states; on rank %1</source>
        <translation>一个 rank 同时占用的最大值：激活、参数、梯度和优化器状态；在 rank %1 上</translation>
    </message>
    <message>
        <source>of %1</source>
        <comment>limit of memory</comment>
        <translation>/ %1</translation>
    </message>
    <message>
        <source>activations</source>
        <comment>unit of memory</comment>
        <translation>份激活</translation>
    </message>
    <message>
        <source>The most microbatch activations that a rank holds at once (rank %1): %2 activations of a whole rank, the unit for comparing schedules and of the memory under the lanes; %3 activations of one stage</source>
        <translation>一个 rank（rank %1）同时保留的最多微批次激活：按整个 rank 计为 %2，用于比较各调度，也是泳道下方显存图的计法；按一个阶段计为 %3</translation>
    </message>
    <message>
        <source>From the start of the first action to the end of the last: %1</source>
        <translation>从第一个动作开始到最后一个动作结束：%1</translation>
    </message>
    <message>
        <source>The critical path, the chain of actions that determines it: %1, 1 action; C shows it</source>
        <translation>关键路径，即决定它的动作链：%1，1 个动作；按 C 显示</translation>
    </message>
    <message>
        <source>The critical path, the chain of actions that determines it: %1, %2 actions; C shows it</source>
        <translation>关键路径，即决定它的动作链：%1，%2 个动作；按 C 显示</translation>
    </message>
    <message>
        <source>%1 ranks × microbatches</source>
        <translation>rank 数 × 微批次数：%1</translation>
    </message>
    <message>
        <source>%1 ×</source>
        <comment>factor</comment>
        <translation>%1 倍</translation>
    </message>
    <message>
        <source>Idle time of all ranks / (ranks × step time)</source>
        <translation>所有 rank 的空闲时间除以 rank 数 × 步时间</translation>
    </message>
    <message>
        <source>Bubble rate %1 = (step time − ideal time) / ideal time; the ideal time is the compute time of all actions divided by the number of ranks</source>
        <translation>气泡率 %1 =（步时间 − 理想时间）/ 理想时间；理想时间是所有动作的计算时间除以 rank 数</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>part of memory, size</comment>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::ModeController</name>
    <message>
        <source>Modes</source>
        <translation>模式</translation>
    </message>
    <message>
        <source>mode switch layout panels</source>
        <translation>模式 切换 布局 面板 mode switch layout panels</translation>
    </message>
    <message>
        <source>&amp;Design</source>
        <translation>设计(&amp;D)</translation>
    </message>
    <message>
        <source>P&amp;rofile</source>
        <translation>剖析(&amp;R)</translation>
    </message>
    <message>
        <source>C&amp;ompare</source>
        <translation>比较(&amp;O)</translation>
    </message>
    <message>
        <source>Mode</source>
        <translation>模式</translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::ModelForm</name>
    <message>
        <source>Hidden width</source>
        <translation>隐藏维度</translation>
    </message>
    <message>
        <source>Feed-forward width</source>
        <translation>前馈维度</translation>
    </message>
    <message>
        <source>Heads</source>
        <translation>注意力头数</translation>
    </message>
    <message>
        <source>Key/value heads</source>
        <translation>键/值头数</translation>
    </message>
    <message>
        <source>Head width</source>
        <translation>头维度</translation>
    </message>
    <message>
        <source>Sequence</source>
        <translation>序列长度</translation>
    </message>
    <message>
        <source>tokens</source>
        <translation>token</translation>
    </message>
    <message>
        <source>Microbatch</source>
        <translation>微批次大小</translation>
    </message>
    <message>
        <source>sequences</source>
        <translation>条序列</translation>
    </message>
    <message>
        <source>Vocabulary</source>
        <translation>词表大小</translation>
    </message>
    <message>
        <source>Tensor parallel</source>
        <translation>张量并行</translation>
    </message>
    <message>
        <source>devices</source>
        <translation>个设备</translation>
    </message>
    <message>
        <source>Gated feed-forward (SwiGLU)</source>
        <translation>门控前馈 (SwiGLU)</translation>
    </message>
    <message>
        <source>Causal attention</source>
        <translation>因果注意力</translation>
    </message>
    <message>
        <source>Biases</source>
        <translation>偏置</translation>
    </message>
    <message>
        <source>Head shares the embedding</source>
        <translation>输出头与嵌入层共享权重</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>层</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>Token</translation>
    </message>
    <message>
        <source>Sharing and precision</source>
        <translation>共享与精度</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>A published model, or a file that describes one (JSON)</source>
        <translation>已公布的模型，或描述模型的文件 (JSON)</translation>
    </message>
    <message>
        <source>Custom values</source>
        <translation>自定义数值</translation>
    </message>
    <message>
        <source>From a file…</source>
        <translation>从文件…</translation>
    </message>
    <message>
        <source>Stages</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>层数</translation>
    </message>
    <message>
        <source>Layers of the whole model, spread evenly over the stages of the schedule</source>
        <translation>整个模型的层数：均匀分布在该调度的各阶段上</translation>
    </message>
    <message>
        <source>Expected 0 to 100000000 layers.</source>
        <translation>应为 0 至 100000000 层。</translation>
    </message>
    <message>
        <source>Layers per stage</source>
        <translation>每阶段层数</translation>
    </message>
    <message>
        <source>One number for every stage, or a list with one for each stage: 8, 8, 7</source>
        <translation>对所有阶段用一个数，或每个阶段一个数的列表：8, 8, 7</translation>
    </message>
    <message>
        <source>Data type</source>
        <translation>数据类型</translation>
    </message>
    <message>
        <source>bf16</source>
        <translation>bf16</translation>
    </message>
    <message>
        <source>fp16</source>
        <translation>fp16</translation>
    </message>
    <message>
        <source>tf32</source>
        <translation>tf32</translation>
    </message>
    <message>
        <source>fp32</source>
        <translation>fp32</translation>
    </message>
    <message>
        <source>fp8</source>
        <translation>fp8</translation>
    </message>
    <message>
        <source>Weight gradients</source>
        <translation>权重梯度</translation>
    </message>
    <message>
        <source>fp32 adds to the existing values, bf16 overwrites them</source>
        <translation>fp32 累加到已有值上，bf16 重新写入</translation>
    </message>
    <message>
        <source>Recompute</source>
        <translation>重计算</translation>
    </message>
    <message>
        <source>What the backward computes again; this makes I and B longer</source>
        <translation>反向时重新计算的内容：会使 I 和 B 变长</translation>
    </message>
    <message>
        <source>Nothing</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Attention</source>
        <translation>注意力</translation>
    </message>
    <message>
        <source>Whole layers</source>
        <translation>整层</translation>
    </message>
    <message>
        <source>custom model</source>
        <translation>自定义模型</translation>
    </message>
    <message>
        <source>Experts</source>
        <translation>专家</translation>
    </message>
    <message>
        <source>Experts per token</source>
        <translation>每个 token 的专家数</translation>
    </message>
    <message>
        <source>Expert width</source>
        <translation>专家宽度</translation>
    </message>
    <message>
        <source>Shared experts</source>
        <translation>共享专家</translation>
    </message>
    <message>
        <source>Expert parallel</source>
        <translation>专家并行</translation>
    </message>
    <message>
        <source>Sequence parallel</source>
        <translation>序列并行</translation>
    </message>
    <message>
        <source>Include communication within layers</source>
        <translation>包含层内通信</translation>
    </message>
    <message>
        <source>Of activations and weights; with fp8 that of products, beside bf16</source>
        <translation>激活和权重的类型；fp8 仅用于矩阵乘，其余为 bf16</translation>
    </message>
    <message>
        <source>Scales of fp8</source>
        <translation>fp8 的缩放</translation>
    </message>
    <message>
        <source>What shares a scale: a tensor, or a block of 128 elements</source>
        <translation>共用一个缩放因子的范围：一个张量，或 128 个元素的块</translation>
    </message>
    <message>
        <source>Tensor</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>Block</source>
        <translation>块</translation>
    </message>
    <message>
        <source>Dense layers</source>
        <translation>稠密层</translation>
    </message>
    <message>
        <source>Experts every</source>
        <translation>专家间隔</translation>
    </message>
    <message>
        <source>layers</source>
        <translation>层</translation>
    </message>
    <message>
        <source>Prediction layers</source>
        <translation>预测层</translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::NoRunPage</name>
    <message>
        <source>Open profiles…</source>
        <translation>打开性能数据…</translation>
    </message>
    <message>
        <source>Trace details…</source>
        <translation>Trace 详情…</translation>
    </message>
    <message>
        <source>Open a folder…</source>
        <translation>打开文件夹…</translation>
    </message>
    <message>
        <source>No pipeline actions in these profiles</source>
        <translation>这些性能数据中没有流水线动作</translation>
    </message>
    <message>
        <source>No run is open</source>
        <translation>尚未打开任何运行</translation>
    </message>
    <message>
        <source>Their files, streams and warnings are in Trace details. Patterns there name the records of another framework.</source>
        <translation>其文件、流和警告见“Trace 详情”；其中的模式可为其他框架的记录命名。</translation>
    </message>
    <message>
        <source>Open the profiles of a training run to see which schedule ran, how long a step took, and where the time went. You can also drop the files of all ranks here.</source>
        <translation>打开一次训练运行的性能数据，即可查看运行了哪种调度、一步用了多久、时间花在哪里。也可将所有 rank 的文件拖放到此处。</translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::NoteCommands</name>
    <message>
        <source>Notes</source>
        <translation>批注</translation>
    </message>
    <message>
        <source>note remark comment annotation</source>
        <translation>批注 备注 注释 note remark comment annotation</translation>
    </message>
    <message>
        <source>Add &amp;note</source>
        <translation>添加批注(&amp;N)</translation>
    </message>
    <message>
        <source>Add note on a s&amp;pan</source>
        <translation>为一段时间添加批注(&amp;P)</translation>
    </message>
    <message>
        <source>Ne&amp;xt note</source>
        <translation>下一条批注(&amp;X)</translation>
    </message>
    <message>
        <source>Pre&amp;vious note</source>
        <translation>上一条批注(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Edit note</source>
        <translation>编辑批注(&amp;E)</translation>
    </message>
    <message>
        <source>Copy note&apos;s &amp;text</source>
        <translation>复制批注文字(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Delete note</source>
        <translation>删除批注(&amp;D)</translation>
    </message>
    <message>
        <source>Move note to the previous edge</source>
        <translation>批注移到前一边缘</translation>
    </message>
    <message>
        <source>Move note to the next edge</source>
        <translation>批注移到后一边缘</translation>
    </message>
    <message>
        <source>End note at the previous edge</source>
        <translation>批注终点移到前一边缘</translation>
    </message>
    <message>
        <source>End note at the next edge</source>
        <translation>批注终点移到后一边缘</translation>
    </message>
    <message>
        <source>Select a note; if there are several, from a list</source>
        <translation>选择一条批注；有多条时从列表选择</translation>
    </message>
    <message>
        <source>click its flag</source>
        <translation>单击其旗标</translation>
    </message>
    <message>
        <source>Edit a note</source>
        <translation>编辑一条批注</translation>
    </message>
    <message>
        <source>double-click its flag</source>
        <translation>双击其旗标</translation>
    </message>
    <message>
        <source>Move a note, or a span&apos;s edge (Alt: without snapping)</source>
        <translation>移动一条批注，或一段批注的一边（Alt：不吸附）</translation>
    </message>
    <message>
        <source>drag its flag</source>
        <translation>拖动其旗标</translation>
    </message>
    <message>
        <source>%1 notes</source>
        <comment>how many</comment>
        <translation>%1 条批注</translation>
    </message>
    <message>
        <source>%1 notes here</source>
        <comment>how many</comment>
        <translation>此处有 %1 条批注</translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::NoteEditor</name>
    <message>
        <source>Note</source>
        <translation>批注</translation>
    </message>
    <message>
        <source>Write a note, then press Enter</source>
        <translation>写下批注，然后按 Enter</translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::NoteMarks</name>
    <message>
        <source>There are already %1 notes, the most that a project can hold.</source>
        <translation>已有 %1 条批注，达到一个项目的上限。</translation>
    </message>
    <message>
        <source>Add note</source>
        <translation>添加批注</translation>
    </message>
    <message>
        <source>Edit note</source>
        <translation>编辑批注</translation>
    </message>
    <message>
        <source>Delete note</source>
        <translation>删除批注</translation>
    </message>
    <message>
        <source>Move note</source>
        <translation>移动批注</translation>
    </message>
    <message>
        <source>note %1 of %2 · %3 · %4</source>
        <comment>number, count, times, text</comment>
        <translation>批注 %1 / %2 · %3 · %4</translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::NumberField</name>
    <message>
        <source>auto</source>
        <comment>the schedule chooses</comment>
        <translation>自动</translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::NumberRow</name>
    <message>
        <source>A number is missing.</source>
        <translation>缺少一个数。</translation>
    </message>
    <message>
        <source>“%1” is not a number.</source>
        <translation>“%1”不是数。</translation>
    </message>
    <message>
        <source>“%1” is not a whole number.</source>
        <translation>“%1”不是整数。</translation>
    </message>
    <message>
        <source>Expected a whole number.</source>
        <translation>应为整数。</translation>
    </message>
    <message>
        <source>Expected a number of at least 0.</source>
        <translation>应为不小于 0 的数。</translation>
    </message>
    <message>
        <source>Expected %1 to %2.</source>
        <comment>least, most</comment>
        <translation>应为 %1 到 %2。</translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::OrderEditor</name>
    <message>
        <source>Edit</source>
        <translation>编辑</translation>
    </message>
    <message>
        <source>move order action</source>
        <translation>移动 顺序 动作 move order action</translation>
    </message>
    <message>
        <source>Cu&amp;t the action</source>
        <translation>剪切该动作(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Paste the action</source>
        <translation>粘贴该动作(&amp;P)</translation>
    </message>
    <message>
        <source>The order cannot be changed until its problems are fixed.</source>
        <translation>须先改正顺序中的错误，才能修改它。</translation>
    </message>
    <message>
        <source>What was measured cannot be moved: show the prediction to change its order.</source>
        <translation>实测的内容无法移动：要修改其顺序，请显示预测。</translation>
    </message>
    <message>
        <source>The order can be changed once its times are computed.</source>
        <translation>时间算出后即可修改顺序。</translation>
    </message>
    <message>
        <source>Nothing to cut: select an action in the timeline first.</source>
        <translation>没有可剪切的内容：请先在时间线中选中一个动作。</translation>
    </message>
    <message>
        <source>Cut %1</source>
        <comment>action</comment>
        <translation>剪切 %1</translation>
    </message>
    <message>
        <source>Nothing to paste: cut an action first, or copy its text, such as 3F2 or (0F1;3B0)OVERLAP_F_B.</source>
        <translation>没有可粘贴的内容：请先剪切一个动作，或复制其文字，如 3F2 或 (0F1;3B0)OVERLAP_F_B。</translation>
    </message>
    <message>
        <source>The clipboard contains no action.</source>
        <translation>剪贴板中没有动作。</translation>
    </message>
    <message>
        <source>No place to paste %1: select the action to paste before, mark a gap, or point at a lane.</source>
        <translation>没有粘贴 %1 的位置：请选中它应排在其前的动作，标记一个空隙，或指向一条泳道。</translation>
    </message>
    <message>
        <source>Paste %1</source>
        <comment>action</comment>
        <translation>粘贴 %1</translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::OrderMover</name>
    <message>
        <source>Move %1</source>
        <comment>action</comment>
        <translation>移动 %1</translation>
    </message>
    <message>
        <source>Nothing to move: select an action in the timeline first.</source>
        <translation>没有可移动的内容：请先在时间线中选择一个动作。</translation>
    </message>
    <message>
        <source>%1 is the first action of rank %2.</source>
        <translation>%1 是 rank %2 的第一个动作。</translation>
    </message>
    <message>
        <source>%1 is the last action of rank %2.</source>
        <translation>%1 是 rank %2 的最后一个动作。</translation>
    </message>
    <message>
        <source>%1 is now %2</source>
        <comment>action, place</comment>
        <translation>%1 现在排在 %2</translation>
    </message>
    <message>
        <source>%1; Problems shows whether the order runs</source>
        <comment>where an action stands</comment>
        <translation>%1；“问题”面板说明顺序能否运行</translation>
    </message>
    <message>
        <source>%1, where the order cannot run: %2</source>
        <translation>%1，但这样顺序无法运行：%2</translation>
    </message>
    <message>
        <source>%1.</source>
        <translation>%1。</translation>
    </message>
    <message>
        <source>Back to the generated order</source>
        <translation>恢复生成的顺序</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>编辑</translation>
    </message>
    <message>
        <source>move order action reorder schedule</source>
        <translation>移动 顺序 动作 重新排序 调度 move order action reorder schedule</translation>
    </message>
    <message>
        <source>Move one place &amp;earlier</source>
        <translation>前移一位(&amp;E)</translation>
    </message>
    <message>
        <source>Move one place &amp;later</source>
        <translation>后移一位(&amp;L)</translation>
    </message>
    <message>
        <source>Back to the &amp;generated order</source>
        <translation>恢复生成的顺序(&amp;G)</translation>
    </message>
    <message>
        <source>Move the selected action to another place in the order</source>
        <translation>将选中的动作移到顺序中的其他位置</translation>
    </message>
    <message>
        <source>drag it; Esc or the right button cancels</source>
        <translation>拖动它；按 Esc 或右键则留在原处</translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::OverlapRows</name>
    <message>
        <source>Add: a time for blocks of one pair of kinds</source>
        <translation>添加：一对种类的块的时间</translation>
    </message>
    <message>
        <source>Overlap times</source>
        <translation>重叠时间</translation>
    </message>
    <message>
        <source>How long a block of two overlapped actions takes, for each ordered pair of kinds</source>
        <translation>两个重叠动作组成的块用时多久，按种类及其次序给出</translation>
    </message>
    <message>
        <source>Overlap times: pair</source>
        <translation>重叠时间：种类对</translation>
    </message>
    <message>
        <source>Two of F, I, W and B in their order, such as F+B</source>
        <translation>F、I、W、B 中的两个，按次序写作 F+B</translation>
    </message>
    <message>
        <source>Overlap times: time</source>
        <translation>重叠时间：时间</translation>
    </message>
    <message>
        <source>A time, or a list with one for each stage: 3, 3, 3.5; × 0.8 means this share of the time that both parts take one after the other</source>
        <translation>一个时间，或每个阶段一个的列表：3, 3, 3.5；× 0.8 表示两部分依次用时之和的比例</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a pair: expected two of F, I, W and B, such as F+B</source>
        <translation>“%1”不是种类对：应为 F、I、W、B 中的两个，如 F+B</translation>
    </message>
    <message>
        <source>%1 appears twice</source>
        <comment>pair of kinds</comment>
        <translation>%1 出现了两次</translation>
    </message>
    <message>
        <source>%1 must be a number of at least 0, one for every stage, or a share: × 0.8</source>
        <comment>pair of kinds</comment>
        <translation>%1 须为不小于 0 的数、每个阶段一个数，或比例：× 0.8</translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::OverviewStrip</name>
    <message>
        <source>Overview</source>
        <translation>总览</translation>
    </message>
    <message>
        <source>The whole run; a frame marks the part that the timeline shows</source>
        <translation>整个运行，方框标出时间线所示的部分</translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::PaletteCommands</name>
    <message>
        <source>Help</source>
        <translation>帮助</translation>
    </message>
    <message>
        <source>Command &amp;palette…</source>
        <translation>命令面板(&amp;P)…</translation>
    </message>
    <message>
        <source>Lanes</source>
        <translation>泳道</translation>
    </message>
    <message>
        <source>rank stage go to jump</source>
        <translation>阶段 转到 跳转 rank stage go to jump</translation>
    </message>
    <message>
        <source>&amp;Find a lane…</source>
        <translation>查找泳道(&amp;F)…</translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::PaneWalk</name>
    <message>
        <source>View</source>
        <translation>视图</translation>
    </message>
    <message>
        <source>Next &amp;pane</source>
        <translation>下一个窗格(&amp;P)</translation>
    </message>
    <message>
        <source>Previous p&amp;ane</source>
        <translation>上一个窗格(&amp;A)</translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::ParameterForm</name>
    <message>
        <source>Adapted: %1</source>
        <comment>changes</comment>
        <translation>已适配：%1</translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::ParameterRow</name>
    <message>
        <source>from the paper</source>
        <comment>variant</comment>
        <translation>来自论文</translation>
    </message>
    <message>
        <source>Takes: %1</source>
        <comment>admissible values</comment>
        <translation>取值：%1</translation>
    </message>
    <message>
        <source>Auto</source>
        <comment>button</comment>
        <translation>自动</translation>
    </message>
    <message>
        <source>Let the schedule choose %1</source>
        <translation>%1由调度决定</translation>
    </message>
    <message>
        <source>not a number (write 1.5); %1 takes %2</source>
        <comment>parameter, rule</comment>
        <translation>不是数（请写 1.5）；%1须为 %2</translation>
    </message>
    <message>
        <source>not a whole number; %1 takes %2</source>
        <comment>parameter, rule</comment>
        <translation>不是整数；%1须为 %2</translation>
    </message>
    <message>
        <source>, or empty: auto</source>
        <translation>，或留空：自动</translation>
    </message>
    <message>
        <source>works: %1</source>
        <comment>list of values</comment>
        <translation>可用：%1</translation>
    </message>
    <message>
        <source>the shorter one</source>
        <comment>variant</comment>
        <translation>较短者</translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::PatternPage</name>
    <message>
        <source>%1 more match</source>
        <translation>另有 %1 个匹配</translation>
    </message>
    <message>
        <source>1 matches</source>
        <translation>1 个匹配</translation>
    </message>
    <message>
        <source>%1 match</source>
        <translation>%1 个匹配</translation>
    </message>
    <message>
        <source>%1, but kind %2 is unknown: %3</source>
        <comment>how many, word, words</comment>
        <translation>%1，但种类 %2 不在 %3 之中</translation>
    </message>
    <message>
        <source>%1, but kinds %2 are unknown: %3</source>
        <comment>how many, words, words</comment>
        <translation>%1，但种类 %2 都不在 %3 之中</translation>
    </message>
    <message>
        <source>%1 of %2 records match</source>
        <comment>count, of all</comment>
        <translation>%2 条记录中 %1 条匹配</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1 match with numbers out of bounds</source>
        <translation>%1 条匹配的编号越界</translation>
    </message>
    <message>
        <source>Regular expressions for names of records, with named groups. The group kind is required; stage, microbatch, rank and chunk are optional. Example: step_(?&lt;kind&gt;[FB])(?&lt;microbatch&gt;\d+)</source>
        <translation>用于记录名称的正则表达式，使用命名分组：kind 必需；有 stage（阶段）、microbatch（微批次）、rank、chunk 时采用。示例：step_(?&lt;kind&gt;[FB])(?&lt;microbatch&gt;\d+)</translation>
    </message>
    <message>
        <source>Add a pattern</source>
        <translation>添加模式</translation>
    </message>
    <message>
        <source>Add a regular expression for names</source>
        <translation>添加一个用于名称的正则表达式</translation>
    </message>
    <message>
        <source>Pattern %1</source>
        <translation>模式 %1</translation>
    </message>
    <message>
        <source>(?&lt;kind&gt;forward|backward) mb=(?&lt;microbatch&gt;\d+)</source>
        <translation>(?&lt;kind&gt;forward|backward) mb=(?&lt;microbatch&gt;\d+)</translation>
    </message>
    <message>
        <source>Remove the pattern</source>
        <translation>移除该模式</translation>
    </message>
    <message>
        <source>No profiles are open to try it on.</source>
        <translation>没有打开可供试用的性能数据。</translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::ProbeRun</name>
    <message>
        <source>%1 %2 ± %3</source>
        <comment>point, time, share</comment>
        <translation>%1 %2 ± %3</translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::ProblemsModel</name>
    <message>
        <source>Line %1, column %2: %3</source>
        <comment>in a file; what is wrong there</comment>
        <translation>第 %1 行，第 %2 列：%3</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>rule, number of problems</comment>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>Rule</source>
        <translation>规则</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>Rank</translation>
    </message>
    <message>
        <source>Action</source>
        <translation>动作</translation>
    </message>
    <message>
        <source>Cell</source>
        <translation>单元格</translation>
    </message>
    <message>
        <source>What is wrong</source>
        <translation>问题描述</translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::ProblemsPanel</name>
    <message>
        <source>Group by rule</source>
        <translation>按规则分组</translation>
    </message>
    <message>
        <source>Problems</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>Go to the action</source>
        <translation>转到该动作</translation>
    </message>
    <message>
        <source>Fit the action</source>
        <translation>铺满该动作</translation>
    </message>
    <message>
        <source>Sends</source>
        <translation>发送方式</translation>
    </message>
    <message>
        <source>Buffered</source>
        <translation>缓冲</translation>
    </message>
    <message>
        <source>Rendezvous</source>
        <translation>会合</translation>
    </message>
    <message>
        <source>Buffered: a send never waits. Rendezvous: a send waits until its message is received, so more orders deadlock.</source>
        <translation>缓冲：发送从不等待。会合 (rendezvous)：发送要等到消息被接收，因此更多的顺序会死锁。</translation>
    </message>
    <message>
        <source>Only this rule</source>
        <translation>仅此规则</translation>
    </message>
    <message>
        <source>Filter problems</source>
        <translation>过滤问题</translation>
    </message>
    <message>
        <source>Filter: 2F3, rank 1…</source>
        <translation>过滤：2F3，rank 1…</translation>
    </message>
    <message>
        <source>All rules</source>
        <translation>所有规则</translation>
    </message>
    <message>
        <source>There is not enough memory to check for problems.</source>
        <translation>内存不足，无法查找问题。</translation>
    </message>
    <message>
        <source>No problem matches the filter.</source>
        <translation>没有符合条件的问题。</translation>
    </message>
    <message>
        <source>No problems: the order is complete and runs, even if every send waits for its receiver.</source>
        <translation>没有问题：顺序完整且可运行，即使每次发送都等待接收方。</translation>
    </message>
    <message>
        <source>No problems: the order is complete and runs.</source>
        <translation>没有问题：顺序完整且可运行。</translation>
    </message>
    <message>
        <source>%1 of %2 problems</source>
        <translation>%2 个问题中的 %1 个</translation>
    </message>
    <message>
        <source>%1 · Enter or a click goes to the action.</source>
        <comment>how many problems</comment>
        <translation>%1 · 按 Enter 或单击转到该动作。</translation>
    </message>
    <message>
        <source>1 problem</source>
        <translation>1 个问题</translation>
    </message>
    <message>
        <source>%1 problems</source>
        <translation>%1 个问题</translation>
    </message>
    <message>
        <source>There are no problems to copy.</source>
        <translation>没有可复制的问题。</translation>
    </message>
    <message>
        <source>The first %1 of %2 problems were copied as CSV; the clipboard cannot hold more.</source>
        <translation>%2 个问题中的前 %1 个已复制为 CSV；更多则剪贴板放不下。</translation>
    </message>
    <message>
        <source>1 problem copied as CSV.</source>
        <translation>1 个问题已复制为 CSV。</translation>
    </message>
    <message>
        <source>%1 problems copied as CSV.</source>
        <translation>%1 个问题已复制为 CSV。</translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::ProfileOpening</name>
    <message>
        <source>%1 has no profiles: they end in .json, .json.gz or .sqlite.</source>
        <comment>folder</comment>
        <translation>%1 中没有性能数据：它们以 .json、.json.gz 或 .sqlite 结尾。</translation>
    </message>
    <message>
        <source>Line %1, column %2: %3</source>
        <comment>of a file; what is wrong</comment>
        <translation>第 %1 行，第 %2 列：%3</translation>
    </message>
    <message>
        <source>Open only the other file</source>
        <translation>只打开另一个文件</translation>
    </message>
    <message>
        <source>Open only the other %1 files</source>
        <translation>只打开另外 %1 个文件</translation>
    </message>
    <message>
        <source>1 damaged file</source>
        <translation>1 个损坏的文件</translation>
    </message>
    <message>
        <source>%1 damaged files</source>
        <translation>%1 个损坏的文件</translation>
    </message>
    <message>
        <source>1 of these files</source>
        <translation>这些文件中的 1 个</translation>
    </message>
    <message>
        <source>%1 of these files</source>
        <translation>这些文件中的 %1 个</translation>
    </message>
    <message>
        <source>Open %1 too</source>
        <comment>files</comment>
        <translation>同时打开%1</translation>
    </message>
    <message>
        <source>Open %1</source>
        <comment>files</comment>
        <translation>打开%1</translation>
    </message>
    <message>
        <source>host %1</source>
        <translation>主机 %1</translation>
    </message>
    <message>
        <source>stage %1</source>
        <translation>阶段 %1</translation>
    </message>
    <message>
        <source>stages %1</source>
        <translation>阶段 %1</translation>
    </message>
    <message>
        <source>%1 events</source>
        <translation>%1 个事件</translation>
    </message>
    <message>
        <source>keep the %1 events before the damage, %2 of which are used here</source>
        <translation>保留损坏处之前的 %1 个事件，其中 %2 条记录在此有用</translation>
    </message>
    <message>
        <source>read all of it, which may take a lot of memory and time</source>
        <translation>全部读取，可能需要大量内存和时间</translation>
    </message>
    <message>
        <source>This profile could not be read completely.</source>
        <translation>这份性能数据无法完整读取。</translation>
    </message>
    <message>
        <source>%1 of %2 profiles could not be read completely. Profiles that are not checked are left out. For a damaged one, only the part before the damage is shown.</source>
        <translation>%2 份性能数据中有 %1 份无法完整读取。未勾选的将略去；损坏的只显示损坏处之前的内容。</translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::QuickList</name>
    <message>
        <source>on</source>
        <translation>开</translation>
    </message>
    <message>
        <source>off</source>
        <translation>关</translation>
    </message>
    <message>
        <source>not available</source>
        <translation>不可用</translation>
    </message>
    <message>
        <source>Nothing found</source>
        <translation>没有找到</translation>
    </message>
    <message>
        <source>Found</source>
        <translation>查找结果</translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::RankChoice</name>
    <message>
        <source>All ranks</source>
        <translation>所有 rank</translation>
    </message>
    <message>
        <source>Rank %1</source>
        <translation>Rank %1</translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::ReferenceMaker</name>
    <message>
        <source>%1 does not take these ranks and microbatches.</source>
        <comment>schedule</comment>
        <translation>%1 不接受这样的 rank 数和微批次数。</translation>
    </message>
    <message>
        <source>Nothing to compare with:</source>
        <translation>没有可对比的内容：</translation>
    </message>
    <message>
        <source>Opening %1 to compare with…</source>
        <comment>file</comment>
        <translation>正在打开用于对比的 %1…</translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::ResidualLegend</name>
    <message>
        <source>%1: %2</source>
        <comment>meaning of a colour, count</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>&gt; %1 shorter</source>
        <comment>time</comment>
        <translation>短 &gt; %1</translation>
    </message>
    <message>
        <source>&gt; %1 shorter</source>
        <translation>短 &gt; %1</translation>
    </message>
    <message>
        <source>shorter</source>
        <translation>较短</translation>
    </message>
    <message>
        <source>within %1</source>
        <comment>time</comment>
        <translation>相差 %1 以内</translation>
    </message>
    <message>
        <source>± %1</source>
        <comment>time</comment>
        <translation>± %1</translation>
    </message>
    <message>
        <source>longer</source>
        <translation>较长</translation>
    </message>
    <message>
        <source>&gt; %1 longer</source>
        <comment>time</comment>
        <translation>长 &gt; %1</translation>
    </message>
    <message>
        <source>&gt; %1 longer</source>
        <translation>长 &gt; %1</translation>
    </message>
    <message>
        <source>not compared with anything</source>
        <translation>没有对照</translation>
    </message>
    <message>
        <source>alone</source>
        <translation>无对照</translation>
    </message>
    <message>
        <source>Legend of the residual lanes: %1</source>
        <translation>残差泳道图例：%1</translation>
    </message>
    <message>
        <source>How much longer or shorter actions took than predicted:
%1</source>
        <translation>动作比预测长或短多少：
%1</translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::ResultPanel</name>
    <message>
        <source>Estimate: no GPU was used</source>
        <translation>估算：没有使用 GPU</translation>
    </message>
    <message>
        <source>Measured %1</source>
        <comment>date</comment>
        <translation>测量于 %1</translation>
    </message>
    <message>
        <source>From a trace</source>
        <translation>来自 trace</translation>
    </message>
    <message>
        <source>By hand</source>
        <translation>手动输入</translation>
    </message>
    <message>
        <source>Assumed: %1</source>
        <translation>假定：%1</translation>
    </message>
    <message>
        <source>%1, estimate</source>
        <comment>calibration</comment>
        <translation>%1，估算</translation>
    </message>
    <message>
        <source>Compare with</source>
        <translation>对比对象</translation>
    </message>
    <message>
        <source>Times of the stages</source>
        <translation>各阶段的时间</translation>
    </message>
    <message>
        <source>Copy as CSV</source>
        <translation>复制为 CSV</translation>
    </message>
    <message>
        <source>Nothing</source>
        <translation>无</translation>
    </message>
    <message>
        <source>The previous one: %1</source>
        <translation>之前的结果：%1</translation>
    </message>
    <message>
        <source>This one, as it is now</source>
        <translation>这个结果，按现状保留</translation>
    </message>
    <message>
        <source>From a file…</source>
        <translation>从文件…</translation>
    </message>
    <message>
        <source>No times yet</source>
        <translation>还没有时间</translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::RunBar</name>
    <message>
        <source>Which run is shown</source>
        <translation>显示运行的哪一部分</translation>
    </message>
    <message>
        <source>Measured</source>
        <translation>实测</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>measured or predicted, of what</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Residuals</source>
        <translation>残差</translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::RunPanel</name>
    <message>
        <source>Measured order</source>
        <translation>实测顺序</translation>
    </message>
    <message>
        <source>No pipeline actions</source>
        <translation>没有流水线动作</translation>
    </message>
    <message>
        <source>1 file</source>
        <translation>1 个文件</translation>
    </message>
    <message>
        <source>%1 files</source>
        <translation>%1 个文件</translation>
    </message>
    <message>
        <source>1 step</source>
        <translation>1 步</translation>
    </message>
    <message>
        <source>%1 steps</source>
        <translation>%1 步</translation>
    </message>
    <message>
        <source>Save as calibration…</source>
        <translation>另存为标定…</translation>
    </message>
    <message>
        <source>Save the fitted costs as a calibration file</source>
        <translation>把拟合的开销保存为标定文件</translation>
    </message>
    <message>
        <source>Compare with another run…</source>
        <translation>与另一次运行比较…</translation>
    </message>
    <message>
        <source>Compare this run with another, before and after a change</source>
        <translation>将此次运行与另一次比较：改动之前与之后</translation>
    </message>
    <message>
        <source>Replica</source>
        <translation>副本</translation>
    </message>
    <message>
        <source>Costs</source>
        <translation>开销</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>Trace details…</source>
        <translation>Trace 详情…</translation>
    </message>
    <message>
        <source>Files, durations, deviations, patterns, streams and warnings</source>
        <translation>文件、时长、偏差、模式、流和警告</translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::RunRow</name>
    <message>
        <source>%1 s</source>
        <translation>%1 s</translation>
    </message>
    <message>
        <source>very long</source>
        <translation>很长</translation>
    </message>
    <message>
        <source>%1 min %2 s</source>
        <translation>%1 分 %2 秒</translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::RunsPage</name>
    <message>
        <source>Step of run B</source>
        <translation>运行 B 的步</translation>
    </message>
    <message>
        <source>Ranks</source>
        <translation>Rank</translation>
    </message>
    <message>
        <source>Kinds</source>
        <translation>种类</translation>
    </message>
    <message>
        <source>Actions</source>
        <translation>动作</translation>
    </message>
    <message>
        <source>What gained and lost</source>
        <translation>何处节省、何处增加</translation>
    </message>
    <message>
        <source>What each rank gained</source>
        <translation>各 rank 节省的时间</translation>
    </message>
    <message>
        <source>What each kind gained</source>
        <translation>各类别节省的时间</translation>
    </message>
    <message>
        <source>Actions that changed most</source>
        <translation>变化最大的动作</translation>
    </message>
    <message>
        <source>Close run B</source>
        <translation>关闭运行 B</translation>
    </message>
    <message>
        <source>No longer compare with run B</source>
        <translation>不再与运行 B 比较</translation>
    </message>
    <message>
        <source>Comparing the runs…</source>
        <translation>正在比较两次运行…</translation>
    </message>
    <message>
        <source>These runs cannot be compared.</source>
        <translation>这两次运行无法比较。</translation>
    </message>
    <message>
        <source>B: step %1</source>
        <translation>B：第 %1 步</translation>
    </message>
    <message>
        <source>A: %1 · B: %2</source>
        <comment>runs</comment>
        <translation>A：%1 · B：%2</translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::ScatterView</name>
    <message>
        <source>Chart of the sweep</source>
        <translation>扫描的图表</translation>
    </message>
    <message>
        <source>Chart of the sweep: %1</source>
        <comment>summary</comment>
        <translation>扫描的图表：%1</translation>
    </message>
    <message numerus="yes">
        <source>%n more in this place</source>
        <translation>
            <numerusform>此处另有 %n 个</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::ScheduleCard</name>
    <message>
        <source>Change…</source>
        <translation>更换…</translation>
    </message>
    <message>
        <source>Back to the generated order</source>
        <translation>恢复生成的顺序</translation>
    </message>
    <message>
        <source>All schedules, with their figures for these parameters and costs</source>
        <translation>全部调度，以及它们在当前参数和开销下的数据</translation>
    </message>
    <message>
        <source>Change the schedule</source>
        <translation>更换调度</translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::ScheduleChoice</name>
    <message>
        <source>Filter schedules</source>
        <translation>筛选调度</translation>
    </message>
    <message>
        <source>Filter: V-shaped, torch…</source>
        <translation>筛选：V 形、torch…</translation>
    </message>
    <message>
        <source>Schedules</source>
        <translation>调度</translation>
    </message>
    <message>
        <source>All</source>
        <comment>schedules</comment>
        <translation>全选</translation>
    </message>
    <message>
        <source>Check all listed</source>
        <translation>勾选列出的全部调度</translation>
    </message>
    <message>
        <source>None</source>
        <comment>schedules</comment>
        <translation>全不选</translation>
    </message>
    <message>
        <source>Uncheck all listed</source>
        <translation>取消勾选列出的全部调度</translation>
    </message>
    <message>
        <source>Schedules: %1 of %2</source>
        <comment>chosen, all</comment>
        <translation>调度：%1 / %2</translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::ScheduleGallery</name>
    <message>
        <source>No schedule matches.</source>
        <translation>没有匹配的调度。</translation>
    </message>
    <message>
        <source>Choose a schedule</source>
        <translation>选择调度</translation>
    </message>
    <message>
        <source>Filter schedules</source>
        <translation>筛选调度</translation>
    </message>
    <message>
        <source>By title, project or kind: &quot;zero&quot;, &quot;torch&quot;, &quot;v-shaped&quot;</source>
        <translation>按名称、项目或类型：“zero”、“torch”、“v-shaped”</translation>
    </message>
    <message>
        <source>Same work per rank</source>
        <translation>每个 rank 工作量相同</translation>
    </message>
    <message>
        <source>Another schedule runs the same model: with twice as many stages per rank each stage takes half the time and memory. Off: a stage costs the same in every schedule. Also for schedules that are compared</source>
        <translation>换用其他调度时模型不变：每个 rank 的阶段数加倍，则每个阶段的时间和显存减半。关闭：一个阶段在各调度中的开销相同。对参与比较的调度同样有效</translation>
    </message>
    <message>
        <source>&amp;Compare with this schedule</source>
        <translation>与此调度对比(&amp;C)</translation>
    </message>
    <message>
        <source>Shows it beside the current one (Ctrl+Enter)</source>
        <translation>与当前调度并排显示 (Ctrl+Enter)</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>C&amp;hoose</source>
        <translation>选择(&amp;H)</translation>
    </message>
    <message>
        <source>A &amp;file…</source>
        <translation>文件(&amp;F)…</translation>
    </message>
    <message>
        <source>Another &amp;run…</source>
        <translation>另一次运行(&amp;R)…</translation>
    </message>
    <message>
        <source>The current one &amp;as it is</source>
        <translation>当前调度的现状(&amp;A)</translation>
    </message>
    <message>
        <source>Compare with</source>
        <translation>与…比较</translation>
    </message>
    <message>
        <source>&amp;Compare</source>
        <translation>比较(&amp;C)</translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::ScheduleList</name>
    <message>
        <source>&amp;Compare with this schedule</source>
        <translation>与此调度对比(&amp;C)</translation>
    </message>
    <message>
        <source>Compare</source>
        <comment>link on a card</comment>
        <translation>对比</translation>
    </message>
    <message>
        <source>Schedules</source>
        <translation>调度</translation>
    </message>
    <message>
        <source>C&amp;hoose this schedule</source>
        <translation>选择此调度(&amp;H)</translation>
    </message>
    <message>
        <source>shown now</source>
        <translation>当前显示</translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::SchedulePanel</name>
    <message>
        <source>%1 was made for equal times of F, I and W. These times differ, so bubbles grow with the number of microbatches.</source>
        <translation>%1 是为 F、I、W 用时相等而设计的。这里它们不等，因此气泡随微批次数增长。</translation>
    </message>
    <message>
        <source>What few change: variant, placement, lowering</source>
        <translation>不常更改的选项：变体、放置、Lowering</translation>
    </message>
    <message>
        <source>‹ Schedule</source>
        <translation>‹ 调度</translation>
    </message>
    <message>
        <source>Back to the schedule; what was changed stays</source>
        <translation>返回调度；所做的更改会保留</translation>
    </message>
    <message>
        <source>Back to the schedule</source>
        <translation>返回调度</translation>
    </message>
    <message>
        <source>Options ▴</source>
        <translation>选项 ▴</translation>
    </message>
    <message>
        <source>Options ▾</source>
        <translation>选项 ▾</translation>
    </message>
    <message>
        <source>Fewer options</source>
        <translation>收起选项</translation>
    </message>
    <message>
        <source>More options</source>
        <translation>展开选项</translation>
    </message>
    <message>
        <source>An order edited by hand: %1 ranks, %2 stages, %3 microbatches.</source>
        <translation>手动编辑的顺序：%1 个 rank，%2 个阶段，%3 个微批次。</translation>
    </message>
    <message>
        <source>An order from a file: %1 ranks, %2 stages, %3 microbatches.</source>
        <translation>来自文件的顺序：%1 个 rank，%2 个阶段，%3 个微批次。</translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::SearchBar</name>
    <message>
        <source>At %1: %2</source>
        <comment>column, what is wrong there</comment>
        <translation>位置 %1：%2</translation>
    </message>
    <message>
        <source>; try %1</source>
        <comment>searches</comment>
        <translation>；可试 %1</translation>
    </message>
    <message>
        <source>Search 3F · mb 7 · rank 1</source>
        <translation>搜索 3F · mb 7 · rank 1</translation>
    </message>
    <message>
        <source>Search actions</source>
        <translation>搜索动作</translation>
    </message>
    <message>
        <source>Clear the search</source>
        <translation>清除搜索</translation>
    </message>
    <message>
        <source>searching…</source>
        <translation>正在搜索…</translation>
    </message>
    <message>
        <source>no match</source>
        <translation>没有匹配</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <comment>number of the match, how many</comment>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>1 match</source>
        <translation>1 个匹配</translation>
    </message>
    <message>
        <source>%1 matches</source>
        <translation>%1 个匹配</translation>
    </message>
    <message>
        <source>Past the end: continued from the start</source>
        <translation>已过结尾：从开头继续</translation>
    </message>
    <message>
        <source>Past the start: continued from the end</source>
        <translation>已过开头：从结尾继续</translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::SearchCommands</name>
    <message>
        <source>Search</source>
        <translation>搜索</translation>
    </message>
    <message>
        <source>search find action stage microbatch rank</source>
        <translation>搜索 查找 动作 阶段 微批次 search find action stage microbatch rank</translation>
    </message>
    <message>
        <source>&amp;Find actions…</source>
        <translation>查找动作(&amp;F)…</translation>
    </message>
    <message>
        <source>Find &amp;next</source>
        <translation>查找下一个(&amp;N)</translation>
    </message>
    <message>
        <source>Find pre&amp;vious</source>
        <translation>查找上一个(&amp;V)</translation>
    </message>
    <message>
        <source>Find actions, from the timeline</source>
        <translation>从时间线查找动作</translation>
    </message>
    <message>
        <source>Next, previous match</source>
        <translation>下一个、上一个匹配</translation>
    </message>
    <message>
        <source>Enter, Shift+Enter in the search field</source>
        <translation>在搜索框中按 Enter、Shift+Enter</translation>
    </message>
    <message>
        <source>Clear the search, then leave it</source>
        <translation>清除搜索，然后离开</translation>
    </message>
    <message>
        <source>Esc in the search field</source>
        <translation>在搜索框中按 Esc</translation>
    </message>
    <message>
        <source>The last searches</source>
        <translation>最近的搜索</translation>
    </message>
    <message>
        <source>Down in the empty search field</source>
        <translation>在空的搜索框中按向下键</translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::SecondRun</name>
    <message>
        <source>These profiles have no pipeline actions, so there is nothing to compare.</source>
        <translation>这些性能数据中没有流水线动作，因此没有可比较的内容。</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>folder of the run, step 12</comment>
        <translation>%1，%2</translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::SessionController</name>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Reloa&amp;d from disk</source>
        <translation>从磁盘重新载入(&amp;D)</translation>
    </message>
    <message>
        <source>revert file changed again</source>
        <translation>还原 文件 已修改 重新 revert file changed again</translation>
    </message>
    <message>
        <source>Reopen last files at s&amp;tart</source>
        <translation>下次启动时重新打开上次的内容(&amp;T)</translation>
    </message>
    <message>
        <source>session restore last files</source>
        <translation>会话 恢复 上次的文件 session restore last files</translation>
    </message>
    <message>
        <source>The unsaved changes cannot be backed up against a crash: save them soon.</source>
        <translation>无法为未保存的修改保留防崩溃副本：请尽快保存。</translation>
    </message>
    <message>
        <source>%1 is also open in another window (%2). Saving here replaces what is saved there; Save asks first.</source>
        <comment>file, who has it open</comment>
        <translation>%1 也在另一个窗口中打开（%2）。这里保存会替换那里保存的内容：保存前会先询问。</translation>
    </message>
    <message>
        <source>%1 was changed on disk by another program, and also has changes here. Save asks which to keep; Reload asks about the changes here first.</source>
        <comment>file</comment>
        <translation>%1 在磁盘上被另一个程序修改，这里也有修改。保存时会询问保留哪一个；重新载入时会先询问这里的修改。</translation>
    </message>
    <message>
        <source>%1 was changed on disk by another program.</source>
        <comment>file</comment>
        <translation>%1 在磁盘上被另一个程序修改。</translation>
    </message>
    <message>
        <source>Reload</source>
        <translation>重新载入</translation>
    </message>
    <message>
        <source>%1 is no longer on disk. Save the document as a project to keep it.</source>
        <comment>file</comment>
        <translation>%1 已不在磁盘上。要保留所示内容，请把它保存为项目。</translation>
    </message>
    <message>
        <source>%1 is no longer on disk. Save writes it again.</source>
        <comment>file</comment>
        <translation>%1 已不在磁盘上。保存会重新写入它。</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>%1 was changed by another program after it was opened. Overwriting it loses those changes; saving under another name keeps both.</source>
        <comment>file</comment>
        <translation>%1 打开之后被另一个程序修改。覆盖会丢失那些修改；换个名字保存则两者都保留。</translation>
    </message>
    <message>
        <source>%1 is open in another window (%2). Overwriting it replaces what that window has; saving under another name keeps both.</source>
        <comment>file, who has it open</comment>
        <translation>%1 在另一个窗口中打开（%2）。覆盖会替换那个窗口的内容；换个名字保存则两者都保留。</translation>
    </message>
    <message numerus="yes">
        <source>%n more after it.</source>
        <comment>unsaved documents</comment>
        <translation>
            <numerusform>其后还有 %n 个。</numerusform>
        </translation>
    </message>
    <message>
        <source>Bubblescope ended unexpectedly (%1), and the copy of the unsaved changes cannot be read. The copy stays in %2 until you discard it.</source>
        <comment>time, file</comment>
        <translation>Bubblescope 意外结束（%1），且无法读取未保存修改的副本。它留在 %2，直到被丢弃。</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>丢弃</translation>
    </message>
    <message>
        <source>A document</source>
        <translation>一个文档</translation>
    </message>
    <message>
        <source>Bubblescope ended unexpectedly: %1 has unsaved changes.</source>
        <comment>document</comment>
        <translation>Bubblescope 意外结束：%1 有未保存的修改。</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <comment>time, file</comment>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>Restore</source>
        <translation>恢复</translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) that were open last time are no longer there.</source>
        <translation>
            <numerusform>上次打开的 %n 个文件已不存在。</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 cannot be written to.</source>
        <comment>folder</comment>
        <translation>%1 无法写入。</translation>
    </message>
    <message>
        <source>%1 contains a custom order, but the document is now %2. Overwriting the file loses that order; saving under another name keeps both.</source>
        <comment>file, title of a schedule</comment>
        <translation>%1 里是一个独立的调度顺序，而文档现在是 %2。覆盖会丢失那个顺序；另存为其他名称则两者都保留。</translation>
    </message>
    <message>
        <source>The unsaved changes of %1 will be gone for good.</source>
        <comment>document</comment>
        <translation>%1 的未保存更改将永久丢失。</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>date, time</comment>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>%1 has unsaved changes.</source>
        <comment>document</comment>
        <translation>%1 有未保存的修改。</translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::ShortcutSheet</name>
    <message>
        <source>Nothing found</source>
        <translation>没有找到</translation>
    </message>
    <message>
        <source>Shortcuts</source>
        <translation>快捷键</translation>
    </message>
    <message>
        <source>Filter: zoom, Ctrl, drag…</source>
        <translation>过滤：缩放，Ctrl，拖动…</translation>
    </message>
    <message>
        <source>Filter shortcuts</source>
        <translation>过滤快捷键</translation>
    </message>
    <message>
        <source>mouse</source>
        <translation>鼠标</translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::ShownPanels</name>
    <message>
        <source>View</source>
        <translation>视图</translation>
    </message>
    <message>
        <source>arrows links waited for needed by</source>
        <translation>箭头 连线 等待 需要 arrows links waited for needed by</translation>
    </message>
    <message>
        <source>Dependencies</source>
        <translation>依赖</translation>
    </message>
    <message>
        <source>&amp;Dependencies</source>
        <translation>依赖(&amp;D)</translation>
    </message>
    <message>
        <source>This is the last bubble: rank %1 and the ranks below it have no more.</source>
        <translation>这是最后一个气泡：rank %1 之后没有，其下的 rank 也没有。</translation>
    </message>
    <message>
        <source>This is the first bubble: rank %1 and the ranks above it have none before it.</source>
        <translation>这是第一个气泡：rank %1 之前没有，其上的 rank 也没有。</translation>
    </message>
    <message>
        <source>Bubbles %1</source>
        <translation>气泡 %1</translation>
    </message>
    <message>
        <source>Bubbles</source>
        <translation>气泡</translation>
    </message>
    <message>
        <source>Problems %1</source>
        <translation>问题 %1</translation>
    </message>
    <message>
        <source>Problems</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>%1 · the mark shows where it belongs.</source>
        <comment>what is missing</comment>
        <translation>%1 · 标记指示它应在的位置。</translation>
    </message>
    <message>
        <source>scale times sliders factors</source>
        <translation>缩放 时间 滑块 系数</translation>
    </message>
    <message>
        <source>&amp;What if</source>
        <translation>假设(&amp;W)</translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::SideTab</name>
    <message>
        <source>Remove %1 from the comparison</source>
        <comment>title</comment>
        <translation>从比较中移除%1</translation>
    </message>
    <message>
        <source>%1, the current one</source>
        <comment>title</comment>
        <translation>%1，当前</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>title, frozen</comment>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>%1: this one is edited</source>
        <comment>title</comment>
        <translation>%1：编辑的是这一个</translation>
    </message>
    <message>
        <source>%1: click to compare with it</source>
        <comment>title</comment>
        <translation>%1：点击与其比较</translation>
    </message>
    <message>
        <source>%1: keeps the costs that it was taken with</source>
        <comment>title</comment>
        <translation>%1：保留加入时的开销</translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::SlowdownPage</name>
    <message>
        <source>There is no run whose steps can be replayed.</source>
        <translation>没有可重放其各步的运行。</translation>
    </message>
    <message>
        <source>Replaying the run…</source>
        <translation>正在重放此次运行…</translation>
    </message>
    <message>
        <source>Not enough memory to replay this run.</source>
        <translation>内存不足，无法重放此次运行。</translation>
    </message>
    <message>
        <source>First step</source>
        <translation>第一步</translation>
    </message>
    <message>
        <source>Last step</source>
        <translation>最后一步</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>步</translation>
    </message>
    <message>
        <source>to</source>
        <comment>first to last step</comment>
        <translation>至</translation>
    </message>
    <message>
        <source>Operations alone, without late launches: %1</source>
        <comment>sentence</comment>
        <translation>仅计操作本身、不计启动延迟：%1</translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::SlowdownView</name>
    <message>
        <source>What each rank costs</source>
        <translation>每个 rank 的影响</translation>
    </message>
    <message>
        <source>%1: %2 by itself; without it %3</source>
        <comment>rank 2, +30 %, −26 %</comment>
        <translation>%1：单独造成 %2；去除后 %3</translation>
    </message>
    <message>
        <source>%1: %2 by itself</source>
        <comment>rank 2, +30 %</comment>
        <translation>%1：单独造成 %2</translation>
    </message>
    <message>
        <source>%1. Click to show it</source>
        <translation>%1。点击可显示</translation>
    </message>
    <message>
        <source>stage %1</source>
        <translation>阶段 %1</translation>
    </message>
    <message>
        <source>rank %1</source>
        <translation>rank %1</translation>
    </message>
    <message>
        <source>DP %1</source>
        <comment>data-parallel rank</comment>
        <translation>DP %1</translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::StageChart</name>
    <message>
        <source>Times of the stages</source>
        <translation>各阶段的时间</translation>
    </message>
    <message>
        <source>estimate</source>
        <translation>估算</translation>
    </message>
    <message>
        <source>whisker: 95 % interval</source>
        <translation>误差线：95 % 置信区间</translation>
    </message>
    <message>
        <source>%1, %2: %3</source>
        <comment>stage, kind, time</comment>
        <translation>%1，%2：%3</translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::StageCosts</name>
    <message>
        <source>Forward</source>
        <translation>前向</translation>
    </message>
    <message>
        <source>Backward input</source>
        <translation>输入梯度</translation>
    </message>
    <message>
        <source>Backward weight</source>
        <translation>权重梯度</translation>
    </message>
    <message>
        <source>Backward</source>
        <translation>反向</translation>
    </message>
    <message>
        <source>Act.</source>
        <translation>激活</translation>
    </message>
    <message>
        <source>Activation</source>
        <translation>激活</translation>
    </message>
    <message>
        <source>Param.</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>Composed costs by stage</source>
        <translation>各阶段的合成开销</translation>
    </message>
    <message>
        <source>The costs of each stage that result from the blocks</source>
        <translation>各块组成的每个阶段的开销</translation>
    </message>
    <message>
        <source>Costs by stage</source>
        <translation>各阶段开销</translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::StageModel</name>
    <message>
        <source>%1 of stage %2: %3</source>
        <comment>cost, stage, value</comment>
        <translation>阶段 %2 的%1：%3</translation>
    </message>
    <message>
        <source>%1 of stage %2</source>
        <comment>cost, stage</comment>
        <translation>阶段 %2 的%1</translation>
    </message>
    <message>
        <source>Stage %1</source>
        <translation>阶段 %1</translation>
    </message>
    <message>
        <source>Stage %1, on rank %2</source>
        <comment>stage, ranks</comment>
        <translation>阶段 %1，位于 rank %2</translation>
    </message>
    <message>
        <source>%1 · rank %2</source>
        <comment>stage, ranks</comment>
        <translation>%1 · rank %2</translation>
    </message>
    <message>
        <source>&quot;%1&quot; for %2 of stage %3: expected a number of at least 0</source>
        <comment>text, cost, stage</comment>
        <translation>“%1”用于阶段 %3 的%2：应为不小于 0 的数</translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::StageTable</name>
    <message>
        <source>&quot;%1&quot; is not a number of at least 0</source>
        <comment>pasted text</comment>
        <translation>“%1”不是不小于 0 的数</translation>
    </message>
    <message>
        <source>there is an empty line between the numbers</source>
        <translation>数字之间有空行</translation>
    </message>
    <message>
        <source>there are no numbers to paste</source>
        <translation>没有可粘贴的数</translation>
    </message>
    <message>
        <source>Costs by stage</source>
        <translation>各阶段开销</translation>
    </message>
    <message>
        <source>Type to overwrite a cell; Ctrl+C and Ctrl+V copy and paste numbers</source>
        <translation>直接在单元格中输入；Ctrl+C 和 Ctrl+V 复制和粘贴数字</translation>
    </message>
    <message>
        <source>Not pasted: %1</source>
        <translation>没有粘贴：%1</translation>
    </message>
    <message>
        <source>%1 rows of numbers, but there are %2 stages</source>
        <translation>有 %1 行数字，但有 %2 个阶段</translation>
    </message>
    <message>
        <source>%1 rows of numbers, but there are only %3 stages from stage %2 on</source>
        <translation>有 %1 行数字，但从阶段 %2 起只有 %3 个阶段</translation>
    </message>
    <message>
        <source>%1 columns of numbers, but there is room for %2</source>
        <translation>有 %1 列数字，但只容得下 %2 列</translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::StageTimesModel</name>
    <message>
        <source>Held for one microbatch from its forward to its backward</source>
        <translation>一个微批次从前向到反向之间保留的量</translation>
    </message>
    <message>
        <source>The parameters in the type used for computing</source>
        <translation>以计算所用类型存储的参数</translation>
    </message>
    <message>
        <source>Held from the first backward of a step on</source>
        <translation>从一步的第一次反向起保留</translation>
    </message>
    <message>
        <source>AdamW&apos;s two moments and its copy of the weights in fp32: 12 bytes per parameter, unless divided between replicas</source>
        <translation>AdamW 的两个动量和 fp32 权重副本：每个参数 12 字节，除非分摊到各副本</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>time, unit</comment>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>memory of a stage, size</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Stage</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>Made of</source>
        <translation>组成</translation>
    </message>
    <message>
        <source>Activation</source>
        <translation>激活</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>Gradients</source>
        <translation>梯度</translation>
    </message>
    <message>
        <source>Optimizer</source>
        <translation>优化器</translation>
    </message>
    <message>
        <source>Fixed</source>
        <comment>memory of a stage</comment>
        <translation>固定</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>变化</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>kind, unit</comment>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>Weights, gradients and optimizer states: what a stage holds in addition to activations, all of it from the first backward of a step on</source>
        <translation>权重、梯度和优化器状态：一个阶段除激活外占用的量，从一步的首次反向起全部占用</translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::StalePicture</name>
    <message>
        <source>Last working parameters · %1</source>
        <comment>reason</comment>
        <translation>上次可用的参数 · %1</translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::StartController</name>
    <message>
        <source>View</source>
        <translation>视图</translation>
    </message>
    <message>
        <source>Start pa&amp;ge</source>
        <translation>起始页(&amp;G)</translation>
    </message>
    <message>
        <source>welcome home examples recent files</source>
        <translation>欢迎 主页 示例 最近 文件 welcome home examples recent files</translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::StartPage</name>
    <message>
        <source>Start page</source>
        <translation>起始页</translation>
    </message>
    <message>
        <source>Visualize pipeline-parallel training schedules</source>
        <translation>让流水线并行训练的调度清晰可见</translation>
    </message>
    <message>
        <source>New schedule</source>
        <translation>新建调度</translation>
    </message>
    <message>
        <source>Open…</source>
        <translation>打开…</translation>
    </message>
    <message>
        <source>Open profiles…</source>
        <translation>打开性能数据…</translation>
    </message>
    <message>
        <source>Examples</source>
        <translation>示例</translation>
    </message>
    <message>
        <source>%1 × %2</source>
        <comment>ranks, microbatches</comment>
        <translation>%1 × %2</translation>
    </message>
    <message>
        <source>%1 ranks, %2 microbatches</source>
        <translation>%1 个 rank，%2 个微批次</translation>
    </message>
    <message>
        <source>Recent</source>
        <translation>最近打开</translation>
    </message>
    <message>
        <source>Files that you open or save appear here.</source>
        <translation>您打开或保存的文件会列在这里。</translation>
    </message>
    <message>
        <source>Show this page when nothing is open</source>
        <translation>没有打开文件时显示此页</translation>
    </message>
    <message>
        <source>Straight to the timeline (Esc)</source>
        <translation>直接进入时间线（Esc）</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <comment>when a file changed, its folder</comment>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>no longer there · %1</source>
        <translation>已不存在 · %1</translation>
    </message>
    <message>
        <source>Compare two runs…</source>
        <translation>比较两次运行…</translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::StepList</name>
    <message>
        <source>Step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>第 %1 步</translation>
    </message>
    <message>
        <source>step %1, incomplete</source>
        <translation>第 %1 步，不完整</translation>
    </message>
    <message>
        <source>Some ranks lack actions.</source>
        <translation>某些 rank 缺少动作。</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>step, time</comment>
        <translation>%1，%2</translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::StragglerRow</name>
    <message>
        <source>%1 times (larger stage)</source>
        <comment>1.57</comment>
        <translation>%1 倍（阶段更大）</translation>
    </message>
    <message>
        <source>%1 times</source>
        <comment>1.57</comment>
        <translation>%1 倍</translation>
    </message>
    <message>
        <source>rank %1 takes %2</source>
        <comment>1.57 times</comment>
        <translation>rank %1 用时是 %2</translation>
    </message>
    <message>
        <source>%1 as long as the others</source>
        <comment>rank 2 takes 1.57 times</comment>
        <translation>与其余 rank 相比：%1</translation>
    </message>
    <message>
        <source>without rank %1</source>
        <translation>去除 rank %1</translation>
    </message>
    <message>
        <source>without all %1 stragglers</source>
        <translation>去除全部 %1 个慢卡</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>without rank 2, −26 %</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>The step would take %1 if that were as fast as on the other ranks: check to show it</source>
        <translation>若与其余 rank 一样快，这一步需要 %1；勾选即可显示</translation>
    </message>
    <message>
        <source>What the step would take if that were as fast as on the other ranks</source>
        <translation>若与其余 rank 一样快，这一步需要多久</translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::StreamLanes</name>
    <message>
        <source>Streams of the profiles</source>
        <translation>性能数据的流</translation>
    </message>
    <message>
        <source>%1 to %2 · %3</source>
        <comment>from, to, length</comment>
        <translation>%1 至 %2 · %3</translation>
    </message>
    <message>
        <source>%1 · busy %2 of %3</source>
        <comment>lane, share, range</comment>
        <translation>%1 · 忙 %3 中的 %2</translation>
    </message>
    <message>
        <source>busy</source>
        <translation>忙</translation>
    </message>
    <message>
        <source>No profiles are open.</source>
        <translation>没有打开的性能数据。</translation>
    </message>
    <message>
        <source>computing…</source>
        <translation>计算中…</translation>
    </message>
    <message>
        <source>These profiles contain no kernels, copies or transfers.</source>
        <translation>这些性能数据中没有 kernel、拷贝或传输。</translation>
    </message>
    <message>
        <source>The streams cannot be shown: not enough memory.</source>
        <translation>无法显示流：内存不足。</translation>
    </message>
    <message>
        <source>%1 · %2 · %3 to %4 · %5</source>
        <comment>name, lane, from, to, length</comment>
        <translation>%1 · %2 · %3 至 %4 · %5</translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::StreamPage</name>
    <message>
        <source>measured: %1</source>
        <comment>range</comment>
        <translation>实测：%1</translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::SweepController</name>
    <message>
        <source>sweep schedules ranks microbatches memory pareto front configurations scatter</source>
        <translation>扫描 调度 微批次 显存 内存 帕累托 前沿 配置 散点 sweep schedules ranks microbatches memory pareto front configurations scatter</translation>
    </message>
    <message>
        <source>S&amp;weep…</source>
        <translation>扫描(&amp;W)…</translation>
    </message>
    <message>
        <source>sweep</source>
        <comment>a file&apos;s name</comment>
        <translation>扫描</translation>
    </message>
    <message>
        <source>The window already shows %1.</source>
        <comment>configuration</comment>
        <translation>窗口显示的已经是 %1。</translation>
    </message>
    <message>
        <source>Open %1</source>
        <comment>configuration</comment>
        <translation>打开 %1</translation>
    </message>
    <message>
        <source>Opened in the window: %1. Undo there reverts it.</source>
        <comment>configuration</comment>
        <translation>已在窗口中打开：%1。在那里撤销即可恢复。</translation>
    </message>
    <message>
        <source>Exported to %1</source>
        <comment>file</comment>
        <translation>已导出到 %1</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>工具</translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::SweepDialog</name>
    <message>
        <source>Sweep</source>
        <translation>扫描</translation>
    </message>
    <message>
        <source>Each configuration becomes a point here. Press Start.</source>
        <translation>每个配置在这里成为一个点。请按“开始”。</translation>
    </message>
    <message>
        <source>Export &amp;picture…</source>
        <translation>导出图片(&amp;P)…</translation>
    </message>
    <message>
        <source>The chart as PNG or SVG</source>
        <translation>将图表存为 PNG 或 SVG</translation>
    </message>
    <message>
        <source>Export CS&amp;V…</source>
        <translation>导出 CSV(&amp;V)…</translation>
    </message>
    <message>
        <source>The listed rows, with the columns of bubblescope-cli sweep. Ctrl+C in the table copies them.</source>
        <translation>列出的各行，列与 bubblescope-cli sweep 相同。在表格中按 Ctrl+C 可复制。</translation>
    </message>
    <message>
        <source>Cl&amp;ose</source>
        <translation>关闭(&amp;O)</translation>
    </message>
    <message>
        <source>The first points will appear soon.</source>
        <translation>最初的点即将出现。</translation>
    </message>
    <message>
        <source>Stopped after %1 of %2</source>
        <comment>configurations</comment>
        <translation>已停止：完成 %1 / %2</translation>
    </message>
    <message>
        <source>%1 configurations in %2</source>
        <comment>how many, duration</comment>
        <translation>%1 个配置，用时 %2</translation>
    </message>
    <message>
        <source>Stopped before the first result.</source>
        <translation>第一个尚未完成就已停止。</translation>
    </message>
    <message>
        <source>None of these could be timed: the table shows why.</source>
        <translation>这些配置都无法计时：原因见表格。</translation>
    </message>
    <message numerus="yes">
        <source>%n row(s) copied as CSV.</source>
        <translation>
            <numerusform>已将 %n 行复制为 CSV。</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Start</source>
        <translation>开始(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>取消(&amp;C)</translation>
    </message>
    <message>
        <source>Progress of the sweep</source>
        <translation>扫描进度</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <comment>configurations</comment>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>%1 · about %2 left</source>
        <comment>how many, duration</comment>
        <translation>%1 · 约剩 %2</translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::SweepForm</name>
    <message>
        <source>&amp;Ranks</source>
        <translation>Rank 数(&amp;R)</translation>
    </message>
    <message>
        <source>Numbers, and ranges such as 4..16, 4..64:4 or 4..64x2</source>
        <translation>数字，以及 4..16、4..64:4 或 4..64x2 这样的范围</translation>
    </message>
    <message>
        <source>&amp;Microbatches</source>
        <translation>微批次数(&amp;M)</translation>
    </message>
    <message>
        <source>Numbers, and ranges such as 8..64:8 or 8..128x2</source>
        <translation>数字，以及 8..64:8 或 8..128x2 这样的范围</translation>
    </message>
    <message>
        <source>Sta&amp;ges per rank</source>
        <translation>每 rank 阶段数(&amp;G)</translation>
    </message>
    <message>
        <source>Numbers. Empty: the default of each schedule. A schedule that does not take a number is listed as refused.</source>
        <translation>数字。留空：各调度自己的默认值。不接受某个数字的调度会列为被拒绝。</translation>
    </message>
    <message>
        <source>default of each schedule</source>
        <translation>各调度自己的默认值</translation>
    </message>
    <message>
        <source>&amp;Latency</source>
        <translation>延迟(&amp;L)</translation>
    </message>
    <message>
        <source>Latency of a transfer from rank to rank, such as 0, 0.1, 0.5. Empty: as in the costs.</source>
        <translation>rank 之间一次传输的延迟，例如 0, 0.1, 0.5。留空：以开销为准。</translation>
    </message>
    <message>
        <source>as in the costs</source>
        <translation>以开销为准</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Memory lim&amp;it</source>
        <translation>显存上限(&amp;I)</translation>
    </message>
    <message>
        <source>Limit of one rank, in the unit of the sizes in the costs; in GB if they are in bytes. Configurations above it are shown hollow.</source>
        <translation>单个 rank 的上限，单位与开销中的大小一致；若以字节计则为 GB。需要更多显存的点显示为空心。</translation>
    </message>
    <message>
        <source>by block</source>
        <translation>按块</translation>
    </message>
    <message>
        <source>by stage</source>
        <translation>按阶段</translation>
    </message>
    <message>
        <source>Costs: %1</source>
        <comment>what they are from</comment>
        <translation>开销：%1</translation>
    </message>
    <message>
        <source>Expected a number of 0 or more, or nothing.</source>
        <translation>应为不小于 0 的数，或留空。</translation>
    </message>
    <message>
        <source>A field above has an invalid value.</source>
        <translation>上方有字段的内容无效。</translation>
    </message>
    <message>
        <source>Check at least one schedule.</source>
        <translation>请至少勾选一个调度。</translation>
    </message>
    <message numerus="yes">
        <source>%n configuration(s)</source>
        <translation>
            <numerusform>%n 个配置</numerusform>
        </translation>
    </message>
    <message>
        <source>More than %1 at once: shorten the lists, or run bubblescope-cli sweep.</source>
        <translation>一次超过 %1 个：请缩小列表，或使用 bubblescope-cli sweep。</translation>
    </message>
    <message>
        <source>uniform</source>
        <translation>统一</translation>
    </message>
    <message>
        <source>Costs of the document: %1, in %2</source>
        <comment>how, unit</comment>
        <translation>文档的开销：%1，单位 %2</translation>
    </message>
    <message>
        <source>Rank</source>
        <comment>equal work per</comment>
        <translation>Rank</translation>
    </message>
    <message>
        <source>Stage</source>
        <comment>equal work per</comment>
        <translation>阶段</translation>
    </message>
    <message>
        <source>Equal &amp;work per</source>
        <translation>工作量相同(&amp;W)</translation>
    </message>
    <message>
        <source>Rank: every schedule does the same work, split into as many stages as it has. Stage: each stage takes as long as a stage of the document, so more stages mean more work.</source>
        <translation>Rank：每个调度的工作量相同，按其阶段数切分。阶段：每个阶段与文档中的一个阶段一样长，阶段越多工作量越大。</translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::SweepModel</name>
    <message>
        <source>Pareto front</source>
        <translation>帕累托前沿</translation>
    </message>
    <message>
        <source>over the limit</source>
        <translation>超出上限</translation>
    </message>
    <message>
        <source>Peak activations in units of the whole share of a rank, so that schedules with different numbers of stages per rank use the same unit.</source>
        <translation>激活峰值，以一个 rank 的整个份额为单位：切分为更多阶段的调度使用同一单位。</translation>
    </message>
    <message>
        <source>As PP-Schedule-Visualization counts it: relative to forward and full backward only.</source>
        <translation>按 PP-Schedule-Visualization 的算法：仅相对于前向和完整的反向。</translation>
    </message>
    <message>
        <source>Stages</source>
        <comment>a rank&apos;s, heading of a narrow column</comment>
        <translation>阶段数</translation>
    </message>
    <message>
        <source>Schedule</source>
        <translation>调度</translation>
    </message>
    <message>
        <source>Outcome</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Idle (%)</source>
        <translation>空闲（%）</translation>
    </message>
    <message>
        <source>Ideal time</source>
        <translation>理想时间</translation>
    </message>
    <message>
        <source>Longest rank span</source>
        <translation>最长 rank 跨度</translation>
    </message>
    <message>
        <source>Bubble rate, F+B (%)</source>
        <translation>气泡率，F+B（%）</translation>
    </message>
    <message>
        <source>Peak activations</source>
        <translation>激活峰值</translation>
    </message>
    <message>
        <source>Peak activations per rank</source>
        <translation>每个 rank 的激活峰值</translation>
    </message>
    <message>
        <source>Bubble (%)</source>
        <comment>heading of a narrow column</comment>
        <translation>气泡（%）</translation>
    </message>
    <message>
        <source>Peak (act.)</source>
        <comment>activations, heading of a narrow column</comment>
        <translation>峰值（激活）</translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::SweepResults</name>
    <message>
        <source>Pareto &amp;front only</source>
        <translation>仅帕累托前沿(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Up</source>
        <comment>the vertical axis</comment>
        <translation>纵轴(&amp;U)</translation>
    </message>
    <message>
        <source>Vertical axis</source>
        <translation>纵轴</translation>
    </message>
    <message>
        <source>Horizontal axis</source>
        <translation>横轴</translation>
    </message>
    <message>
        <source>Configurations</source>
        <translation>配置</translation>
    </message>
    <message>
        <source>Open this schedule</source>
        <translation>打开此调度</translation>
    </message>
    <message>
        <source>Show in the chart</source>
        <translation>在图表中显示</translation>
    </message>
    <message>
        <source>%1 timed</source>
        <comment>how many configurations</comment>
        <translation>已计时 %1</translation>
    </message>
    <message>
        <source>%1 over the limit</source>
        <comment>how many</comment>
        <translation>超出上限 %1</translation>
    </message>
    <message>
        <source>%1 refused</source>
        <comment>how many</comment>
        <translation>被拒绝 %1</translation>
    </message>
    <message>
        <source>%1 failed</source>
        <comment>how many</comment>
        <translation>失败 %1</translation>
    </message>
    <message>
        <source>Pareto front of %1</source>
        <comment>how many</comment>
        <translation>帕累托前沿 %1</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>what is measured, how much</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1 against %2</source>
        <comment>axes of a chart</comment>
        <translation>%1与%2</translation>
    </message>
    <message>
        <source>&amp;Across</source>
        <comment>the horizontal axis</comment>
        <translation>横轴(&amp;A)</translation>
    </message>
    <message>
        <source>List only configurations that no other beats in both time and memory. The time is that of the step, or of a microbatch if the chart shows that.</source>
        <translation>只列出时间和显存都不被其他配置超过的配置。时间指步时间；图表显示每微批次时间时，则指每微批次的时间。</translation>
    </message>
    <message>
        <source>Pareto front of %1, by time per microbatch</source>
        <comment>how many</comment>
        <translation>帕累托前沿 %1（按每微批次时间）</translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::TableView</name>
    <message>
        <source>Copy row as CSV</source>
        <translation>复制行为 CSV</translation>
    </message>
    <message>
        <source>Copy %1 rows as CSV</source>
        <translation>复制 %1 行为 CSV</translation>
    </message>
    <message>
        <source>Copy all as CSV</source>
        <translation>全部复制为 CSV</translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::ThumbnailMaker</name>
    <message>
        <source>no preview</source>
        <translation>无预览</translation>
    </message>
    <message>
        <source>large; shown as %1 × %2</source>
        <comment>ranks × microbatches</comment>
        <translation>较大；按 %1 × %2 画出</translation>
    </message>
    <message>
        <source>takes %1 × %2</source>
        <comment>ranks × microbatches</comment>
        <translation>需要 %1 × %2</translation>
    </message>
    <message>
        <source>%1 · idle %2 · peak %3</source>
        <comment>step time, idle share, peak memory of a rank</comment>
        <translation>%1 · 空闲 %2 · 峰值 %3</translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::TimelineView</name>
    <message>
        <source>Timeline</source>
        <translation>时间线</translation>
    </message>
    <message>
        <source>No schedule to show</source>
        <translation>没有可显示的调度</translation>
    </message>
    <message>
        <source>Nothing is shown.</source>
        <translation>没有显示任何内容。</translation>
    </message>
    <message>
        <source>Lane of rank %1 selected.</source>
        <translation>已选择 rank %1 的泳道。</translation>
    </message>
    <message>
        <source>Selected: %1</source>
        <translation>已选中：%1</translation>
    </message>
    <message numerus="yes">
        <source>%n lane(s), nothing selected. Arrows select an action.</source>
        <translation>
            <numerusform>%n 条泳道，未选中任何内容。按方向键选择一个动作。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::TraceController</name>
    <message>
        <source>Opening profiles was canceled.</source>
        <translation>已取消打开性能数据。</translation>
    </message>
    <message>
        <source>Step %1 is incomplete: some ranks lack actions, so its figures cover only the others.</source>
        <translation>第 %1 步不完整：某些 rank 缺少动作，其数据只含其余动作。</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>measured, step; times</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>One file was left out: %1</source>
        <translation>略去一个文件：%1</translation>
    </message>
    <message>
        <source>%1 files were left out; the first: %2</source>
        <translation>略去 %1 个文件，第一个：%2</translation>
    </message>
    <message>
        <source>%1 — %2</source>
        <comment>schedule, times</comment>
        <translation>%1 — %2</translation>
    </message>
    <message>
        <source>Predicted</source>
        <translation>预测</translation>
    </message>
    <message>
        <source>What if</source>
        <translation>假设</translation>
    </message>
    <message>
        <source>Simulated</source>
        <translation>仿真</translation>
    </message>
    <message>
        <source>%1, with costs other than those of the trace</source>
        <translation>%1，开销与 trace 的不同</translation>
    </message>
    <message>
        <source>calibration-step-%1.json</source>
        <comment>file name</comment>
        <translation>calibration-step-%1.json</translation>
    </message>
    <message>
        <source>Calibration saved to %1</source>
        <comment>file</comment>
        <translation>标定已保存到 %1</translation>
    </message>
    <message>
        <source>%1 is not in the shown schedule.</source>
        <comment>action</comment>
        <translation>%1 不在所示的调度中。</translation>
    </message>
    <message>
        <source>%1 is no longer compared: at most %2 schedules can be compared.</source>
        <comment>title, number</comment>
        <translation>不再对比 %1：最多同时对比 %2 个调度。</translation>
    </message>
    <message>
        <source>Trace</source>
        <translation>Trace</translation>
    </message>
    <message>
        <source>trace profile kineto chrome nsight measured</source>
        <translation>性能数据 实测 trace profile kineto chrome nsight measured</translation>
    </message>
    <message>
        <source>Open &amp;profiles…</source>
        <translation>打开性能数据(&amp;P)…</translation>
    </message>
    <message>
        <source>Open profiles in a &amp;folder…</source>
        <translation>打开文件夹中的性能数据(&amp;F)…</translation>
    </message>
    <message>
        <source>trace profile measured predicted</source>
        <translation>性能数据 实测 预测 trace profile measured predicted</translation>
    </message>
    <message>
        <source>&amp;Measured run only</source>
        <translation>仅显示实测运行(&amp;M)</translation>
    </message>
    <message>
        <source>Open profiles as the ranks of one run</source>
        <translation>将性能数据作为一次运行的各 rank 打开</translation>
    </message>
    <message>
        <source>Drop files or a folder on the window</source>
        <translation>将文件或文件夹拖放到窗口</translation>
    </message>
    <message>
        <source>Show only one of the two</source>
        <translation>只显示两者之一</translation>
    </message>
    <message>
        <source>Measured or Predicted above the timeline</source>
        <translation>时间线上方的“实测”或“预测”</translation>
    </message>
    <message>
        <source>Go to the action or rank</source>
        <translation>转到该动作或 rank</translation>
    </message>
    <message>
        <source>%1 and %2 more</source>
        <comment>names of files, how many</comment>
        <translation>%1 以及另外 %2 个</translation>
    </message>
    <message>
        <source>%1 and profiles were opened together. Compare the measured order with it?</source>
        <comment>names of schedule files</comment>
        <translation>%1 与性能数据一起打开。要把实测顺序与它对照吗？</translation>
    </message>
    <message>
        <source>Left out when opening the profiles: %1</source>
        <comment>names of files</comment>
        <translation>因有性能数据而略去：%1</translation>
    </message>
    <message>
        <source>predicted: %1</source>
        <comment>document</comment>
        <translation>预测：%1</translation>
    </message>
    <message>
        <source>Costs of %1</source>
        <comment>step 12</comment>
        <translation>%1的开销</translation>
    </message>
    <message>
        <source>%1, with the costs fitted to %2</source>
        <comment>schedule, step 12</comment>
        <translation>%1，开销由%2拟合</translation>
    </message>
    <message>
        <source>Only the actions of a cause; all again</source>
        <translation>只看某一原因的动作；再看全部</translation>
    </message>
    <message>
        <source>%1 ranks</source>
        <translation>%1 个 rank</translation>
    </message>
    <message>
        <source>trace profile before after second run compare two runs</source>
        <translation>性能数据 前后 两次运行 比较 trace profile before after second run compare two runs</translation>
    </message>
    <message>
        <source>Compare with another &amp;run…</source>
        <translation>与另一次运行比较(&amp;R)…</translation>
    </message>
    <message>
        <source>Compare with a run in a fo&amp;lder…</source>
        <translation>与文件夹中的运行比较(&amp;L)…</translation>
    </message>
    <message>
        <source>Compare with the open run</source>
        <translation>与打开的运行比较</translation>
    </message>
    <message>
        <source>Drop the files or folder of another run on the window</source>
        <translation>将另一次运行的文件或文件夹拖到窗口上</translation>
    </message>
    <message>
        <source>Open the first run before the one to compare it with.</source>
        <translation>请先打开第一次运行，再打开用于比较的运行。</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Two runs</source>
        <translation>两次运行</translation>
    </message>
    <message>
        <source>trace profile files durations deviations ranks warnings patterns streams</source>
        <translation>trace 性能数据 文件 时长 偏差 rank 警告 模式 流</translation>
    </message>
    <message>
        <source>Trace de&amp;tails…</source>
        <translation>Trace 详情(&amp;T)…</translation>
    </message>
    <message>
        <source>Save as cali&amp;bration…</source>
        <translation>另存为标定(&amp;B)…</translation>
    </message>
    <message>
        <source>Click a bar of Lost time; again, or Esc</source>
        <translation>点击“损失的时间”中的一条；再次点击或按 Esc</translation>
    </message>
    <message>
        <source>Double-click or Return in Trace details</source>
        <translation>在“Trace 详情”中双击或按 Return</translation>
    </message>
    <message>
        <source>Trace details</source>
        <translation>Trace 详情</translation>
    </message>
    <message>
        <source>No pipeline actions in these profiles; Trace details shows their streams.</source>
        <translation>这些性能数据中没有流水线动作；“Trace 详情”显示其流。</translation>
    </message>
    <message>
        <source>%1 measured, %2 predicted</source>
        <comment>times</comment>
        <translation>实测 %1，预测 %2</translation>
    </message>
    <message>
        <source>%1 measured</source>
        <comment>time</comment>
        <translation>实测 %1</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <comment>schedule, times</comment>
        <translation>%1 · %2</translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::TracePanel</name>
    <message>
        <source>Files of the profiles</source>
        <translation>性能数据的文件</translation>
    </message>
    <message>
        <source>Schedules closest to the measured order</source>
        <translation>与实测顺序相近的调度</translation>
    </message>
    <message>
        <source>Durations by kind and stage</source>
        <translation>按种类和阶段的时长</translation>
    </message>
    <message>
        <source>Largest deviations of single actions</source>
        <translation>单个动作的最大偏差</translation>
    </message>
    <message>
        <source>Extra time of each rank by cause</source>
        <translation>各 rank 按原因多出的时间</translation>
    </message>
    <message>
        <source>Warnings</source>
        <translation>警告</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Schedule</source>
        <translation>调度</translation>
    </message>
    <message>
        <source>Durations</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>Deviations</source>
        <translation>偏差</translation>
    </message>
    <message>
        <source>Ranks</source>
        <translation>Rank</translation>
    </message>
    <message>
        <source>Patterns</source>
        <translation>模式</translation>
    </message>
    <message>
        <source>Streams</source>
        <translation>流</translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation>正在读取…</translation>
    </message>
    <message>
        <source>No profiles are open: File &gt; Open profiles, or drop them here.</source>
        <translation>没有打开的性能数据：选择“文件 &gt; 打开性能数据”，或拖放到这里。</translation>
    </message>
    <message>
        <source> · computing…</source>
        <translation> · 计算中…</translation>
    </message>
    <message>
        <source>%1 on stage %2</source>
        <comment>kind, stage</comment>
        <translation>阶段 %2 的%1</translation>
    </message>
    <message>
        <source>Replicas of the pipeline</source>
        <translation>流水线的副本</translation>
    </message>
    <message>
        <source>Replicas</source>
        <translation>副本</translation>
    </message>
    <message>
        <source>Page</source>
        <translation>页面</translation>
    </message>
    <message>
        <source>each compared with the median of the others; a click shows it</source>
        <translation>各副本与其余的中位数相比；点击即可显示</translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::WaterfallView</name>
    <message>
        <source>Where the time went</source>
        <translation>时间去向</translation>
    </message>
    <message>
        <source>compute</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>transfer</source>
        <translation>传输</translation>
    </message>
    <message>
        <source>host</source>
        <translation>主机</translation>
    </message>
    <message>
        <source>measured</source>
        <translation>实测</translation>
    </message>
    <message>
        <source>tail</source>
        <translation>尾部</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>transfer, +3.1 ms</comment>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>There is no prediction that this run can be compared with.</source>
        <translation>没有可与本次运行比较的预测。</translation>
    </message>
    <message>
        <source>%1: click to show all actions again</source>
        <translation>%1：点击重新显示全部动作</translation>
    </message>
    <message>
        <source>%1: click to show only its actions</source>
        <translation>%1：点击只显示其动作</translation>
    </message>
    <message>
        <source>%1 Only the actions of this cause stand out: %2</source>
        <comment>sentence, cause</comment>
        <translation>%1 只突出显示此原因的动作：%2</translation>
    </message>
    <message>
        <source>Rank %1 ended last. The step took %2 less than its costs alone.</source>
        <translation>rank %1 最后结束。该步比仅按开销计算少用 %2。</translation>
    </message>
    <message>
        <source>Rank %1 ended last. The step took %2 longer than its costs alone.</source>
        <translation>rank %1 最后结束。该步比仅按开销计算多用 %2。</translation>
    </message>
    <message>
        <source>costs alone</source>
        <translation>仅开销</translation>
    </message>
    <message>
        <source>%1: this order with the times of its actions and transfers alone</source>
        <comment>costs alone, 117 ms</comment>
        <translation>%1：此顺序仅按动作与传输的时间计算</translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::WhatIfNotice</name>
    <message>
        <source>Reset</source>
        <translation>重置</translation>
    </message>
    <message>
        <source>Restore the times of the cost model</source>
        <translation>恢复开销模型的时间</translation>
    </message>
    <message>
        <source>Reset what if</source>
        <translation>重置假设</translation>
    </message>
    <message>
        <source>What if: %1</source>
        <comment>factors</comment>
        <translation>假设：%1</translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::WhatIfPanel</name>
    <message>
        <source>Forward</source>
        <translation>前向</translation>
    </message>
    <message>
        <source>Backward</source>
        <translation>反向</translation>
    </message>
    <message>
        <source>B. input</source>
        <translation>输入梯度</translation>
    </message>
    <message>
        <source>B. weight</source>
        <translation>权重梯度</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>Rank</translation>
    </message>
    <message>
        <source>Stage</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>Transfers</source>
        <translation>传输</translation>
    </message>
    <message>
        <source>What if</source>
        <translation>假设</translation>
    </message>
    <message>
        <source>Compared with the current cost model</source>
        <translation>对照现有的开销模型</translation>
    </message>
    <message>
        <source>What if: %1</source>
        <comment>kind, rank or stage</comment>
        <translation>假设：%1</translation>
    </message>
    <message>
        <source>%1: × 0.25 to × 4
Arrow keys change it by 0.05, with Shift by 0.01; a double-click sets 1</source>
        <comment>kind, rank or stage</comment>
        <translation>%1：× 0.25 至 × 4
方向键步进 0.05，加 Shift 为 0.01；双击设为 1</translation>
    </message>
    <message>
        <source>Reset to × 1.00</source>
        <translation>恢复为 × 1.00</translation>
    </message>
    <message>
        <source>Reset %1 to × 1.00</source>
        <comment>kind, rank or stage</comment>
        <translation>%1恢复为 × 1.00</translation>
    </message>
    <message>
        <source>Which one; the others keep their factors</source>
        <translation>针对哪一个；其他的保持各自的系数</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>重置</translation>
    </message>
    <message>
        <source>Reset every factor to 1</source>
        <translation>所有系数恢复为 1</translation>
    </message>
    <message>
        <source>Apply</source>
        <translation>采用</translation>
    </message>
    <message>
        <source>Makes the factors part of the cost model</source>
        <translation>把系数并入开销模型</translation>
    </message>
    <message>
        <source>step time ± 0</source>
        <translation>步时间 ± 0</translation>
    </message>
    <message>
        <source>step time %1</source>
        <comment>signed change</comment>
        <translation>步时间 %1</translation>
    </message>
</context>
<context>
    <name>bubblescope::ui::WindowStatus</name>
    <message>
        <source>computing…</source>
        <translation>计算中…</translation>
    </message>
    <message>
        <source>Opening</source>
        <translation>正在打开</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>%1 actions · %2 ranks · %3 stages</source>
        <translation>%1 个动作 · %2 个 rank · %3 个阶段</translation>
    </message>
    <message>
        <source>? shortcuts</source>
        <translation>? 快捷键</translation>
    </message>
    <message>
        <source>Shortcuts</source>
        <translation>快捷键</translation>
    </message>
    <message>
        <source>Color-blind safe colors</source>
        <translation>色盲友好配色</translation>
    </message>
</context>
</TS>
